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
 * Puts the segments of a line in visual order (rule L2 of UAX 9), and joins left-to-right neighbours with the
 * same face.
 */
export function layOutLine(row: readonly Segment[], size: number): Line {
  const pieces = [...row]
  while (pieces.at(-1)?.isSpace) pieces.pop()
  const highest = pieces.reduce((level, piece) => Math.max(level, piece.level), 0)
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < pieces.length; start++) {
      let end = start
      while (end < pieces.length && (pieces[end]?.level ?? 0) >= level) end++
      if (end - start > 1) pieces.splice(start, end - start, ...pieces.slice(start, end).reverse())
      start = end
    }
  }
  const runs: Run[] = []
  let x = 0
  let joinable: Run | undefined
  for (const { text, face, level, width } of pieces) {
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
