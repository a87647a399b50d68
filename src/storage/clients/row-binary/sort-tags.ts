import { tagName } from '../../../schema/event/row.ts'
import type { RowBinaryReader } from './row-binary-reader.ts'

/**
 * Sorts the next `count` tags of an event by path, within the reader's bytes. The engine returns tags in
 * another order after it has merged parts of the table. The reader's position stays the same.
 */
export function sortTags(reader: RowBinaryReader, count: number): void {
  const start = reader.at
  if (!areSorted(reader, count)) rewrite(reader, start, count)
  reader.at = start
}

/** Whether the next tags are in order already, which is usual. */
function areSorted(reader: RowBinaryReader, count: number): boolean {
  for (let left = count; left > 1; left--) {
    const tag = reader.at
    skipTag(reader)
    if (reader.compareTexts(tag, reader.at) >= 0) return false
  }
  return true
}

/** Writes the tags in order over themselves. */
function rewrite(reader: RowBinaryReader, start: number, count: number): void {
  reader.at = start
  const spans = Array.from({ length: count }, () => {
    const from = reader.at
    skipTag(reader)
    return { from, to: reader.at }
  })
  spans.sort((a, b) => reader.compareTexts(a.from, b.from))
  // All tags are copied before the first is overwritten.
  const tags = spans.map(({ from, to }) => reader.copy(from, to))
  let at = start
  for (const tag of tags) {
    reader.overwrite(at, tag)
    at += tag.length
  }
}

/** Skips a tag: its path, one byte for the type of the value, and the value. */
export function skipTag(reader: RowBinaryReader): void {
  reader.skipText()
  reader.at++
  reader.skipText()
}

/** Adds a tag by its stored path. */
export function addTag(tags: Record<string, string>, path: string, value: string): void {
  const name = path.includes('%') ? tagName(path) : path
  // An assignment would change the prototype.
  if (name === '__proto__') Object.defineProperty(tags, name, { value, enumerable: true })
  else tags[name] = value
}
