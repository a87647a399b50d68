import { facilities } from '../../schema/event/event.ts'
import { viaTag, viaWith } from '../../schema/forwarding/loop-detection.ts'
import type { OutgoingEvent } from './outgoing-event.ts'

const lineBreak = /\r?\n/
/** The GELF specification allows no other characters in names of additional fields. */
const notFieldName = /[^\w.-]/g

/**
 * An event as JSON of GELF 1.1. The id of the event is `_event_id`, since GELF reserves `_id`. A tag whose
 * name is taken gets `tag_` before it.
 */
export function gelfMessage(event: OutgoingEvent, instance: string): string {
  const { id, host, program, facility, severity, message, ts, last, counter, mnemonic, tags } = event
  const [firstLine = ''] = message.split(lineBreak, 1)
  const { [viaTag]: via, ...others } = tags
  const fields: Record<string, string | number> = {
    _event_id: id,
    ...(program !== '' && { _program: program }),
    _facility: facilities[facility] ?? String(facility),
    ...(counter > 1 && { _counter: counter }),
    ...(last !== ts && { _last_occurrence: last / 1_000_000 }),
    ...(mnemonic !== '' && { _cisco_mnemonic: mnemonic }),
    [`_${viaTag}`]: viaWith(via, instance),
  }
  for (const [name, value] of Object.entries(others)) {
    const field = `_${name.replace(notFieldName, '_')}`
    fields[field === '_id' || Object.hasOwn(fields, field) ? `_tag${field}` : field] = value
  }
  return JSON.stringify({
    version: '1.1',
    // Neither may be empty.
    host: host || 'unknown',
    short_message: firstLine.trim() === '' ? message.trim() || '-' : firstLine,
    ...(firstLine !== message && { full_message: message }),
    timestamp: ts / 1_000_000,
    level: severity,
    ...fields,
  })
}
