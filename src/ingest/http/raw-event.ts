import type { ParsedEvent } from '../../schema/event.ts'
import type { EventReader } from './event-reader.ts'

/**
 * The event of /incoming/raw (reference 11.3): any JSON, its text the message, an object's members extra. The path
 * below /raw is told in both ways that are known of it.
 */
export function readRaw(value: unknown, path: string, reader: EventReader): ParsedEvent | undefined {
  const event = reader.read({ message: JSON.stringify(value), program: 'http_receiver' }, 0)
  if (event === undefined) return undefined
  const extra: Record<string, unknown> = Object.assign(Object.create(null), event.extra)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [name, member] of Object.entries(value)) extra[name] = member
  }
  if (path.length > 1) {
    extra._url_path = path
    extra._source_type = path.slice(1)
  }
  event.extra = extra
  return event
}
