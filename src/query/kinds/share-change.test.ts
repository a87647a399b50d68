import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayBeChance, shareScore, type TwoCounts } from './share-change.ts'

const counts = (count: number, total: number, before: number, totalBefore: number): TwoCounts => ({
  count,
  total,
  before,
  totalBefore,
})

const scores: [name: string, counts: TwoCounts, score: number][] = [
  ['a new value scores its share', counts(20, 100, 0, 1_000), 0.2],
  ['a value that is gone scores its share', counts(0, 100, 300, 1_000), 0.3],
  ['an equal share scores nothing', counts(10, 100, 100, 1_000), 0],
  ['ten points of a large share are little', counts(50, 100, 400, 1_000), 0.008],
  ['ten points of a small share are more', counts(11, 100, 10, 1_000), 0.0703],
  ['without events nothing moves', counts(0, 0, 0, 0), 0],
]
test.each(scores)('%s', (_, counts, score) => expect(shareScore(counts)).toBeCloseTo(score, 3))

const chances: [counts: TwoCounts, isChance: boolean][] = [
  [counts(1, 100, 0, 100), true],
  [counts(5, 100, 0, 100), true],
  [counts(9, 100, 0, 100), false],
  [counts(3, 3_000, 0, 3_000), true],
  [counts(12, 3_000, 0, 3_000), false],
  [counts(0, 100, 12, 100), false],
  [counts(55, 100, 50, 100), true],
  [counts(5_500, 10_000, 5_000, 10_000), false],
  [counts(100, 100, 100, 100), true],
  // Nothing to compare with.
  [counts(1_000, 1_000, 0, 0), true],
  [counts(0, 0, 1_000, 1_000), true],
]
test.each(chances)('%j may be chance: %s', (counts, isChance) => expect(mayBeChance(counts)).toBe(isChance))

test('a score is between 0 and the difference of the shares, whichever range comes first', () => {
  const anyCounts = fc
    .tuple(
      fc.integer({ min: 1, max: 1e9 }),
      fc.integer({ min: 1, max: 1e9 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    .map(([total, totalBefore, p, q]) =>
      counts(Math.floor(p * total), total, Math.floor(q * totalBefore), totalBefore),
    )
  fc.assert(
    fc.property(anyCounts, each => {
      const { count, total, before, totalBefore } = each
      const score = shareScore(each)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(Math.abs(count / total - before / totalBefore) + 1e-12)
      expect(shareScore(counts(before, totalBefore, count, total))).toBeCloseTo(score, 12)
    }),
  )
})
