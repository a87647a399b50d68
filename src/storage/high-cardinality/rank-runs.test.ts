import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daySeconds } from '../time-span.ts'
import { countBits } from './layout.ts'
import { RowStore } from './row-store.ts'

/** Few of everything, so that much is equal; halves of hashes fall into the same bucket and slot, and beyond the sign. */
const anyRow = fc.record({
  low: fc.constantFrom(0, 1, 4_096, 2 ** 31 + 1, 2 ** 32 - 1),
  high: fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1),
  order: fc.constantFrom(0, 5, 2 ** 32 - 1),
  day: fc.constantFrom(0, 1, 20_000, 49_709),
  second: fc.constantFrom(0, 1, 40_000, 86_399),
  count: fc.constantFrom(1, 2, 32_767),
})
type Row = typeof anyRow extends fc.Arbitrary<infer T> ? T : never

function written(rows: readonly Row[]): Int32Array<ArrayBuffer> {
  return Int32Array.from(
    rows.flatMap(({ low, high, order, day, second, count }) => [
      low,
      high,
      (second << countBits) | count,
      order,
      day,
    ]),
  )
}

/** Values by count descending and order ascending: what rankRuns finds, the slow way. */
function ranked(rows: readonly Row[], from: number, to: number, wanted: number) {
  const within = rows.filter(({ day, second }) => {
    const at = day * daySeconds + second
    return at >= from && at < to
  })
  const groups = [...Map.groupBy(within, ({ low, high }) => `${low} ${high}`)]
  const values = groups.map(([key, rows]) => ({
    key,
    order: rows[0]?.order ?? 0,
    count: rows.reduce((sum, { count }) => sum + count, 0),
    seconds: rows.map(({ day, second }) => day * daySeconds + second),
  }))
  const sorted = values.sort((a, b) => b.count - a.count || a.order - b.order)
  const last = sorted[wanted - 1]
  const best =
    last === undefined
      ? sorted
      : sorted.filter(
          ({ count, order }) => count > last.count || (count === last.count && order <= last.order),
        )
  return { values: values.length, count: values.reduce((sum, { count }) => sum + count, 0), best }
}

test('values are ranked as one would by hand, however their rows came in', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(anyRow, { maxLength: 12 }), { maxLength: 6 }),
      fc.constantFrom(0, 1, 86_400, 86_401, 20_000 * daySeconds + 40_000),
      fc.constantFrom(1, 86_400, 172_799, 20_001 * daySeconds, 2 ** 32),
      fc.integer({ min: 1, max: 5 }),
      (pieces, from, to, wanted) => {
        // A value has one order.
        const rows = pieces.map(piece =>
          piece.map(row => ({ ...row, order: row.low % 2 === 0 ? row.order : 5 })),
        )
        const orders = new Map<string, number>()
        for (const row of rows.flat()) {
          const key = `${row.low} ${row.high}`
          row.order = orders.get(key) ?? row.order
          orders.set(key, row.order)
        }
        const kept = new RowStore()
        kept.add(2, [0], written(rows.flat()))
        for (const piece of rows) kept.add(1, [0, 1, 20_000, 49_709], written(piece))
        expect(kept.rows).toBe(rows.flat().length + rows.flat().filter(({ day }) => day === 0).length)
        const { best = [], ...totals } = kept.rank(1, { from, to }, wanted, 1_000)
        const wantedRanking = ranked(rows.flat(), from, to, wanted)
        expect(totals).toEqual({ values: wantedRanking.values, count: wantedRanking.count })
        const keyed = best.map(({ low, high, count, order }) => ({ key: `${low} ${high}`, count, order }))
        const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)
        expect(keyed.sort(byKey)).toEqual(
          wantedRanking.best.map(({ key, count, order }) => ({ key, count, order })).sort(byKey),
        )
        const seconds = new Map(wantedRanking.best.map(({ key, seconds }) => [key, seconds]))
        const hashes = best.map(({ low, high }) => ({ low, high }))
        expect([...kept.count(1, [from, Math.max(from, to)], hashes)]).toEqual(best.map(({ count }) => count))
        for (const { low, high, second } of best) expect(seconds.get(`${low} ${high}`)).toContain(second)
      },
    ),
    { numRuns: 30 },
  )
})

/** Rows of so many values that tables grow and candidates are thrown out while they are collected. */
function manyRows(values: number, countOf: (value: number) => number): Int32Array<ArrayBuffer> {
  const rows = new Int32Array(values * 5)
  for (let value = 0; value < values; value++) {
    // All of one bucket, so that its table grows.
    rows.set([Math.imul(value, 0x9e3779b1), 7, (1 << countBits) | countOf(value), value, 0], value * 5)
  }
  return rows
}

test('of many values the best are found, and too many that are equal are told of', () => {
  const kept = new RowStore()
  kept.add(
    1,
    [0],
    manyRows(20_000, value => (value % 1_000 === 999 ? 9 : 1)),
  )
  const range = { from: 0, to: daySeconds }
  const { best, ...totals } = kept.rank(1, range, 21, 100)
  expect(totals).toEqual({ values: 20_000, count: 20_000 + 20 * 8 })
  expect(best?.map(({ count, order }) => [count, order])).toEqual([
    ...Array.from({ length: 20 }, (_, i) => [9, 999 + i * 1_000]),
    [1, 0],
  ])
  const equal = manyRows(20_000, () => 1).map((word, i) => (i % 5 === 3 ? 0 : word))
  kept.add(2, [0], equal)
  expect(kept.rank(2, range, 3, 100)).toEqual({ values: 20_000, count: 20_000, best: undefined })
  expect(kept.rank(2, range, 3, 20_000).best).toHaveLength(20_000)
})

test('what is dropped is gone, of one tag and of some days', () => {
  const kept = new RowStore()
  const rows = manyRows(10, () => 1)
  kept.add(1, [0], rows)
  expect(rows.buffer.detached).toBe(true)
  kept.add(
    2,
    [0],
    manyRows(10, () => 1),
  )
  kept.drop(1, [1])
  expect(kept.rows).toBe(20)
  kept.drop(1, [0])
  expect(kept.rows).toBe(10)
  kept.drop(2, 'all')
  expect(kept.rows).toBe(0)
  expect(kept.rank(2, { from: 0, to: daySeconds }, 5, 5)).toEqual({ values: 0, count: 0, best: [] })
})
