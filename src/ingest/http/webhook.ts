import { parseFacility, parseSeverity } from '../../filter/predicate/severity-words.ts'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { isObject } from '../../schema/text/json-object.ts'
import type { EventReader } from './event-reader.ts'

const defaults = { host: 'localhost', program: 'incoming-webhook' } as const

/** The event of POST /api/events (reference 11.6): facility and severity are names or numbers; only the message is required. */
export function readWebhook(value: unknown, reader: EventReader): ParsedEvent | undefined {
  if (!isObject(value)) return reader.read(value, 0)
  const event: Record<string, unknown> = Object.assign(Object.create(null), defaults, value)
  // The reader reports other values.
  const severity = parseSeverity(event.severity)
  if (severity !== -1) event.severity = severity
  const facility = parseFacility(event.facility)
  if (facility !== -1) event.facility = facility
  return reader.read(event, 0)
}
