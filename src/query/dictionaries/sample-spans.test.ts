import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleSpans } from './sample-spans.ts'

type Row = [says: string, bounds: number[], counts: number[], size: number, wanted: [number, number][]]

test.each<Row>([
  ['nothing', [0, 60], [0], 10, []],
  ['no period', [5], [], 10, []],
  ['all of what is less than the size', [0, 10], [100], 1_000, [[0, 10]]],
  ['nothing of periods without events', [0, 100, 200, 300], [0, 6_400, 0], 6_400, [[100, 200]]],
  ['a whole second at least', [100, 200], [1_000_000], 16, [[149, 150]]],
])('a sample is %s', (_, bounds, counts, size, wanted) => {
  expect(sampleSpans(bounds, counts, size).map(({ from, to }) => [from, to])).toEqual(wanted)
})

test('it is in order, within the periods, spread over the events, and of about its size', () => {
  const period = fc.record({
    seconds: fc.integer({ min: 600, max: 3_600 }),
    rate: fc.integer({ max: 400, min: 0 }),
  })
  fc.assert(
    fc.property(fc.array(period, { minLength: 1, maxLength: 256 }), periods => {
      const bounds = [1_000]
      for (const { seconds } of periods) bounds.push((bounds.at(-1) ?? 0) + seconds)
      const counts = periods.map(({ seconds, rate }) => seconds * rate)
      const total = counts.reduce((sum, count) => sum + count, 0)
      const size = 50_000
      const spans = sampleSpans(bounds, counts, size)
      let last = bounds[0] ?? 0
      let taken = 0
      for (const { from, to } of spans) {
        expect(from).toBeGreaterThanOrEqual(last)
        expect(to).toBeGreaterThan(from)
        last = to
        for (const [at, { rate }] of periods.entries()) {
          const own = Math.min(to, bounds[at + 1] ?? 0) - Math.max(from, bounds[at] ?? 0)
          taken += Math.max(0, own) * rate
        }
      }
      expect(last).toBeLessThanOrEqual(bounds.at(-1) ?? 0)
      expect(spans.length).toBeLessThanOrEqual(64)
      const wanted = Math.min(size, total)
      expect(taken).toBeLessThanOrEqual(wanted * 1.5 + 400 * 64)
      // Overlapping spans are merged, so fewer may be taken.
      expect(taken).toBeGreaterThanOrEqual(wanted * 0.5)
    }),
  )
})
