import type { HttpTarget } from '../../schema/forwarding/targets/http.ts'
import { recordMaker } from '../formats/selected-record.ts'
import type { BatchProtocol } from './http-batches.ts'
import { headersOf } from './http-headers.ts'

/** A POST of a JSON object a line (`application/x-ndjson`). */
export function jsonLines(target: HttpTarget, instance: string): BatchProtocol {
  const recordOf = recordMaker(target.fields, instance)
  return {
    headers: headersOf('application/x-ndjson', target),
    write: event => `${JSON.stringify(recordOf(event))}\n`,
  }
}
