import { randomUUID } from 'node:crypto'
import type { SplunkHecTarget } from '../../schema/forwarding/targets/splunk-hec.ts'
import { eventRecord } from '../formats/event-record.ts'
import { flatFields } from '../formats/flat-fields.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'
import { HecAcknowledgements } from './hec-acknowledgements.ts'
import type { BatchProtocol } from './http-batches.ts'
import type { HttpSender } from './http-sender.ts'

/**
 * The HTTP Event Collector of Splunk. The message is the event, everything else are its indexed fields. With
 * `acknowledge`, a body counts as taken once the indexer acknowledges it.
 */
export function splunkHec(target: SplunkHecTarget, instance: string): BatchProtocol {
  const { token = '', acknowledge = false } = target
  const headers = {
    'Content-Type': 'application/json',
    Authorization: `Splunk ${token}`,
    ...(acknowledge && { 'X-Splunk-Request-Channel': randomUUID() }),
  }
  return {
    headers,
    write: event => hecEvent(event, target, instance),
    ...(acknowledge && {
      acknowledgements: (sender: HttpSender) => new HecAcknowledgements(sender, target.url, headers),
    }),
  }
}

function hecEvent(event: OutgoingEvent, target: SplunkHecTarget, instance: string): string {
  const { host, program, message, first_occurrence, tags, last_occurrence, ...fields } = eventRecord(
    event,
    instance,
  )
  const { index, source = program, sourcetype = program } = target
  return JSON.stringify({
    time: first_occurrence,
    host,
    source,
    sourcetype,
    ...(index !== undefined && { index }),
    event: message,
    fields: flatFields(tags, { program, ...fields, ...(fields.counter > 1 && { last_occurrence }) }),
  })
}
