import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunkSpans, splitChunk } from './chunk-spans.ts'
import { levelSeconds } from './cover.ts'

const { hour, minute } = levelSeconds
const anyStarts = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 4 })

test('hours are counted in pieces that make them up, of about as many rows as wanted, cut down to minutes at most', () => {
  fc.assert(
    fc.property(anyStarts, fc.integer({ min: 1, max: 10_000_000 }), (hours, rows) => {
      const starts = hours.map(start => start * hour).sort((a, b) => a - b)
      const perMinute = rows / (60 * starts.length)
      const pieces = chunkSpans('minute', starts, rows, 100_000).flatMap(
        function cut(piece): (typeof piece)[] {
          const isBearable = ((piece.to - piece.from) / minute) * perMinute <= 50_000
          const both = isBearable ? [] : splitChunk('minute', piece)
          return both.length === 0 ? [piece] : both.flatMap(cut)
        },
      )
      const minutes = pieces.flatMap(({ from, to }) => {
        expect(to).toBeGreaterThan(from)
        expect(((to - from) / minute) * perMinute).toBeLessThanOrEqual(Math.max(50_000, perMinute))
        return Array.from({ length: (to - from) / minute }, (_, i) => from + i * minute)
      })
      expect(minutes).toEqual(
        starts.flatMap(start => Array.from({ length: 60 }, (_, i) => start + i * minute)),
      )
    }),
  )
})

test('what is counted by longer stretches is not cut', () => {
  expect(chunkSpans('hour', [0, hour, 7 * hour], 9_000_000, 1)).toEqual([
    { from: 0, to: 2 * hour },
    { from: 7 * hour, to: 8 * hour },
  ])
  expect(splitChunk('hour', { from: 0, to: hour })).toEqual([])
  expect(splitChunk('minute', { from: 0, to: minute })).toEqual([])
})
