import { tagName } from '../../../schema/event/row.ts'
import type { RowBinaryReader } from './row-binary-reader.ts'

/**
 * Sorts the next `count` tags of an event by path, within the reader's bytes. The engine returns tags in
 * another order after it has merged parts of the table. The reader's position stays the same.
 */
export function sortTags(wire: RowBinaryReader, count: number): void {
  const start = wire.at
  if (!areSorted(wire, count)) rewrite(wire, start, count)
  wire.at = start
}

/** Whether the next tags are in order already, which is usual. */
function areSorted(wire: RowBinaryReader, count: number): boolean {
  for (let left = count; left > 1; left--) {
    const tag = wire.at
    skipTag(wire)
    if (wire.compareTexts(tag, wire.at) >= 0) return false
  }
  return true
}

/** Writes the tags in order over themselves. */
function rewrite(wire: RowBinaryReader, start: number, count: number): void {
  wire.at = start
  const spans = Array.from({ length: count }, () => {
    const from = wire.at
    skipTag(wire)
    return { from, to: wire.at }
  })
  spans.sort((a, b) => wire.compareTexts(a.from, b.from))
  // All tags are copied before the first is overwritten.
  const tags = spans.map(({ from, to }) => wire.copy(from, to))
  let at = start
  for (const tag of tags) {
    wire.overwrite(at, tag)
    at += tag.length
  }
}

/** Skips a tag: its path, one byte for the type of the value, and the value. */
export function skipTag(wire: RowBinaryReader): void {
  wire.skipText()
  wire.at++
  wire.skipText()
}

/** Adds a tag by its stored path. */
export function addTag(tags: Record<string, string>, path: string, value: string): void {
  const name = path.includes('%') ? tagName(path) : path
  // An assignment would change the prototype.
  if (name === '__proto__') Object.defineProperty(tags, name, { value, enumerable: true })
  else tags[name] = value
}
