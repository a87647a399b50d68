import type { ParsedEvent } from '../../schema/event/event.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { tryParseJson } from '../body/parse-json.ts'
import { readDocument } from '../receivers/document.ts'
import { EventBuilder } from '../receivers/event-builder.ts'
import type { ParseContext } from '../syslog/parts/context.ts'
import { decode } from '../syslog/parts/text.ts'
import { decodeRaw } from './decode-raw.ts'

const builder = new EventBuilder()

/**
 * Decodes a line with a JSON object as readDocument does; members of `user_tags` become user tags. Keeps
 * other lines, and cut ones, as decodeRaw does.
 */
export function decodeJson(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  originalLength: number,
): ParsedEvent {
  const value = originalLength > end - start ? undefined : tryParseJson(decode(bytes, start, end))
  if (!isObject(value)) return decodeRaw(bytes, start, end, context, originalLength)
  builder.setOrigin(context.sender, context.receivedAt).begin()
  readDocument(value, builder)
  const { user_tags: tags } = value
  if (isObject(tags)) for (const name in tags) builder.tag(name, tags[name])
  const event = builder.end()
  event.readFrom = [...(event.readFrom ?? []), 'user_tags.']
  return event
}
