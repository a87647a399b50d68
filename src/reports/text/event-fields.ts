import type { EventCursor } from '../../query/event-batch.ts'
import { eventTypes, facilities, severities, statuses } from '../../schema/event/event.ts'
import { type AsciiConstant, asciiConstant } from './ascii-constant.ts'
import type { ByteWriter } from './byte-writer.ts'
import { writeTags } from './event-tags.ts'
import { localDates } from './local-date.ts'

/** Writes one member of the cursor's current event. */
export type FieldWriter = (bytes: ByteWriter, event: EventCursor) => void

/**
 * Writers for the members of an event by name. They read the engine's bytes, in a quarter of the time that
 * strings take. Dates are in the zone. `quote` surrounds names and dates, which need neither csv quotes nor
 * JSON escapes.
 */
export function eventFields(timezone: string, quote: string, unknownType: string) {
  const constant = (text: string) => asciiConstant(quote + text + quote)
  const severityNames = severities.map(constant)
  const facilityNames = facilities.map(constant)
  const statusNames = statuses.map(constant)
  const typeNames = eventTypes.map(constant)
  const noName = constant('')
  const noType = constant(unknownType)
  const dateOf = dateConstants(timezone, quote)
  return {
    id: (bytes, event) => bytes.number(event.id),
    first_occurrence: (bytes, event) => bytes.micros(event.ts),
    first_occurrence_date: (bytes, event) => bytes.constant(dateOf(event.ts)),
    last_occurrence: (bytes, event) => bytes.micros(event.last),
    last_occurrence_date: (bytes, event) => bytes.constant(dateOf(event.last)),
    counter: (bytes, event) => bytes.number(event.counter),
    host: (bytes, event) => bytes.textAt(event, event.host.from, event.host.to),
    program: (bytes, event) => bytes.textAt(event, event.program.from, event.program.to),
    cisco_mnemonic: (bytes, event) => bytes.textAt(event, event.mnemonic.from, event.mnemonic.to),
    severity: (bytes, event) => bytes.number(event.severity),
    severity_name: (bytes, event) => bytes.constant(severityNames[event.severity] ?? noName),
    facility: (bytes, event) => bytes.number(event.facility),
    facility_name: (bytes, event) => bytes.constant(facilityNames[event.facility] ?? noName),
    status: (bytes, event) => bytes.number(event.status),
    status_name: (bytes, event) => bytes.constant(statusNames[event.status] ?? noName),
    type: (bytes, event) => bytes.constant(typeNames[event.type] ?? noType),
    message: (bytes, event) => bytes.textAt(event, event.message.from, event.message.to),
    user_tags: writeTags,
  } satisfies Record<string, FieldWriter>
}

/** The date of a moment (microseconds) in the zone, quoted, valid until the next call. */
function dateConstants(timezone: string, quote: string): (micros: number) => AsciiConstant {
  const date = localDates(timezone)
  let lastSecond = Number.NaN
  let constant = asciiConstant('')
  return micros => {
    const second = Math.floor(micros / 1_000_000)
    if (second !== lastSecond) {
      lastSecond = second
      const text = quote + date(second) + quote
      if (text.length === constant.length) constant.bytes.write(text, 'latin1')
      else constant = asciiConstant(text)
    }
    return constant
  }
}
