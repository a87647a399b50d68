import { truncatedTag } from '../schema/event/event.ts'
import { exactNumber } from './number-text.ts'

/** Note on a message that was truncated at ingest; undefined for a complete one. */
export function truncatedText(tags: Readonly<Record<string, string>>): string | undefined {
  const bytes = Object.hasOwn(tags, truncatedTag) ? (tags[truncatedTag] ?? '') : ''
  // A sender may send a tag of that name with any text. At most 15 digits, such as 70412.
  if (!/^[1-9]\d{0,14}$/.test(bytes)) return undefined
  return `This message was cut: it had ${exactNumber(Number(bytes))} bytes as it came in, and only its beginning is kept.`
}
