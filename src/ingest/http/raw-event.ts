import type { ParsedEvent } from '../../schema/event/event.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { writableExtra } from '../event/blank-event.ts'
import type { EventReader } from './event-reader.ts'

/**
 * The event of /incoming/raw (reference 11.3). Its message is the text of any JSON; members of an object and
 * the `path` below /raw are extra.
 */
export function readRaw(value: unknown, path: string, reader: EventReader): ParsedEvent | undefined {
  const event = reader.read({ message: JSON.stringify(value), program: 'http_receiver' }, 0)
  if (event === undefined) return undefined
  const extra = writableExtra(event)
  if (isObject(value)) for (const name in value) extra[name] = value[name]
  if (path.length > 1) {
    extra._url_path = path
    extra._source_type = path.slice(1)
  }
  return event
}
