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
 * Decodes a line with a JSON object by readDocument; members of `user_tags` are labels, too. Other lines, and
 * lines that were cut, are decoded by decodeRaw.
 */
export function decodeJson(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  originalLength: number,
): ParsedEvent {
  const isCut = originalLength > end - start
  const value = isCut ? undefined : tryParseJson(decode(bytes, start, end))
  if (!isObject(value)) return decodeRaw(bytes, start, end, context, originalLength)
  builder.setOrigin(context.sender, context.receivedAt).begin()
  readDocument(value, builder, 'user_tags')
  return builder.end()
}
