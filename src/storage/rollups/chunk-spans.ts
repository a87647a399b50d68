import { type Span, spansOf, startsIn } from '../time-span.ts'
import { type Level, levelSeconds } from './cover.ts'
import { tileLength } from './tiles.ts'

/**
 * The spans that the tiles of a tag that begin with `starts` (ascending) are counted by, one statement each: of minutes with very many rows
 * a few at a time (`maxRows`, if they come evenly), so that no answer holds this process up.
 */
export function chunkSpans(level: Level, starts: readonly number[], rows: number, maxRows: number): Span[] {
  const spans = spansOf(starts, tileLength(level))
  if (level !== 'minute' || rows <= maxRows) return spans
  const minutes = Math.floor((starts.length * tileLength(level) * maxRows) / (rows * levelSeconds.minute))
  const length = levelSeconds.minute * Math.max(1, minutes)
  return spans.flatMap(span =>
    startsIn([span], length).map(start => ({
      from: Math.max(span.from, start),
      to: Math.min(span.to, start + length),
    })),
  )
}

/** The halves of a chunk that was too large, in whole minutes; none when it cannot be cut, or tiles of its level are not worth it. */
export function splitChunk(level: Level, { from, to }: Span): Span[] {
  if (level !== 'minute' || to - from <= levelSeconds.minute) return []
  const middle = Math.round((from + to) / 2 / levelSeconds.minute) * levelSeconds.minute
  return [
    { from, to: middle },
    { from: middle, to },
  ]
}

export function clippedTo(chunk: Span): (span: Span) => Span[] {
  return ({ from, to }) => {
    const part = { from: Math.max(from, chunk.from), to: Math.min(to, chunk.to) }
    return part.from < part.to ? [part] : []
  }
}
