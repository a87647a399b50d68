import type { HttpTarget } from '../../schema/forwarding/targets/http.ts'
import { eventRecord } from '../formats/event-record.ts'
import type { BatchProtocol } from './http-batches.ts'

/** A POST of a JSON object a line (`application/x-ndjson`). */
export function jsonLines({ authorization }: HttpTarget, instance: string): BatchProtocol {
  return {
    headers: {
      'Content-Type': 'application/x-ndjson',
      ...(authorization !== undefined && { Authorization: authorization }),
    },
    write: event => `${JSON.stringify(eventRecord(event, instance))}\n`,
  }
}
