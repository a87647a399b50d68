import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeTiles, slotSize, type Tile, type TileEntry, tileBytes, tileOf } from './tile.ts'

const anyEntry = fc.record({
  key: fc
    .tuple(fc.nat({ max: 59 }), fc.oneof(fc.nat({ max: 4 }), fc.nat({ max: slotSize - 1 })))
    .map(([slot, id]) => slot * slotSize + id),
  count: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 2 ** 33 })),
  firsts: fc.nat({ max: 9 }),
  last: fc.nat({ max: 2 ** 32 - 1 }),
})
/** In some tiles each occurrence is a separate event. */
const anyEntries = fc
  .tuple(fc.uniqueArray(anyEntry, { selector: ({ key }) => key, maxLength: 8 }), fc.boolean())
  .map(([entries, once]) => (once ? entries.map(entry => ({ ...entry, count: 3, firsts: 3 })) : entries))

function entriesIn({ keys, counts, firsts, last }: Tile): TileEntry[] {
  return [...keys].map((key, i) => ({
    key,
    count: counts[i] ?? -1,
    firsts: firsts[i] ?? -1,
    last: last[i] ?? -1,
  }))
}

function added(all: readonly TileEntry[]): TileEntry[] {
  const sums = new Map<number, TileEntry>()
  for (const { key, count, firsts, last } of all) {
    const sum = sums.get(key) ?? { key, count: 0, firsts: 0, last: 0 }
    sums.set(key, {
      key,
      count: sum.count + count,
      firsts: sum.firsts + firsts,
      last: Math.max(sum.last, last),
    })
  }
  return [...sums.values()].sort((a, b) => a.key - b.key)
}

test('a tile holds its entries by key, and two together hold what both count, no matter how large the numbers are', () => {
  fc.assert(
    fc.property(anyEntries, anyEntries, anyEntries, (a, b, c) => {
      const tile = mergeTiles(mergeTiles(tileOf(a), tileOf(b)), tileOf(c))
      expect(entriesIn(tileOf(a))).toEqual(added(a))
      expect(entriesIn(tile)).toEqual(added([...a, ...b, ...c]))
    }),
  )
})

test('many values take twelve bytes each', () => {
  const entries = Array.from({ length: 1_000 }, (_, key) => ({ key, count: 2, firsts: 2, last: 9 }))
  const more = tileBytes(tileOf(entries)) - tileBytes(tileOf([]))
  expect(more).toBe(12_000)
})
