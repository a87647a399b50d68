import type { RowBinaryReader } from './row-binary-reader.ts'

/**
 * Sorts the next `count` tags by their paths, in place: merges change the order in which the engine returns
 * them. The reader's position stays the same.
 */
export function sortTags(wire: RowBinaryReader, count: number): void {
  const start = wire.at
  let sorted = true
  let before = start
  for (let left = count; left > 0; left--) {
    const place = wire.at
    sorted &&= left === count || wire.compareTexts(before, place) < 0
    before = place
    skipTag(wire)
  }
  if (!sorted) rewrite(wire, start, count)
  wire.at = start
}

function rewrite(wire: RowBinaryReader, start: number, count: number): void {
  wire.at = start
  const places = Array.from({ length: count }, () => {
    const from = wire.at
    skipTag(wire)
    return { from, to: wire.at }
  })
  places.sort((a, b) => wire.compareTexts(a.from, b.from))
  let at = start
  for (const tag of places.map(({ from, to }) => wire.copy(from, to))) {
    wire.overwrite(at, tag)
    at += tag.length
  }
}

/** Skips a path, the type of the value, and the value. */
export function skipTag(wire: RowBinaryReader): void {
  wire.skipText()
  wire.at++
  wire.skipText()
}
