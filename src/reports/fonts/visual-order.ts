import type { Face } from './faces.ts'
import type { Segment } from './segments.ts'

/** A run of glyphs, positioned on a line. */
export interface Run {
  text: string
  face: Face
  x: number
  width: number
}

/** A line: its runs from left to right. */
export interface Line {
  runs: Run[]
  width: number
}

/**
 * Puts the segments of a line in visual order (rule L2 of UAX 9) without the spaces at its end, and joins
 * neighbours of level 0 (left to right) with the same face. `size`: the font size, in the unit of the widths
 * of the line.
 */
export function layOutLine(row: readonly Segment[], size: number): Line {
  const segments = [...row]
  while (segments.at(-1)?.isSpace) segments.pop()
  const highest = segments.reduce((level, segment) => Math.max(level, segment.level), 0)
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < segments.length; start++) {
      let end = start
      while (end < segments.length && (segments[end]?.level ?? 0) >= level) end++
      if (end - start > 1) segments.splice(start, end - start, ...segments.slice(start, end).reverse())
      start = end
    }
  }
  const runs: Run[] = []
  let x = 0
  let joinable: Run | undefined
  for (const { text, face, level, width } of segments) {
    if (level === 0 && joinable?.face === face) {
      joinable.text += text
      joinable.width += width * size
    } else {
      const run = { text, face, x, width: width * size }
      runs.push(run)
      // A run is shaped as one text. Joining right-to-left words would reverse their order.
      joinable = level === 0 ? run : undefined
    }
    x += width * size
  }
  return { runs, width: x }
}
