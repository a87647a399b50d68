import type { Face } from './faces.ts'
import type { Segment } from './segments.ts'

/** A run of glyphs, as it stands on the page. */
export interface Run {
  text: string
  face: Face
  x: number
  width: number
}

/** Its runs from left to right. */
export interface Line {
  runs: Run[]
  width: number
}

/** Puts the pieces of a line in the order in which they stand (rule L2 of UAX 9), and joins neighbours that read from left to right. */
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
      // What is joined is shaped together: words that read from right to left would be put in the wrong order.
      joinable = level === 0 ? run : undefined
    }
    x += width * size
  }
  return { runs, width: x }
}
