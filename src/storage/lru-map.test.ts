import { expect, test } from 'vitest'
import { LruMap } from './lru-map.ts'

const keysIn = (map: LruMap<string | number>, keys: readonly string[]) =>
  keys.filter(key => map.get(key) !== undefined)

test('what was used least lately goes first, at the bound of entries', () => {
  const map = new LruMap<number>({ maxEntries: 2, maxBytes: 1_000 })
  map.set('a', 1)
  map.set('b', 2)
  map.get('a')
  map.set('c', 3)
  expect(keysIn(map, ['a', 'b', 'c'])).toEqual(['a', 'c'])
})

test('long texts take room from others, at the bound of bytes, and one that is too long is not kept', () => {
  const map = new LruMap<string>({ maxEntries: 100, maxBytes: 40 })
  map.set('a', 'four')
  map.set('b', 'four')
  map.set('c', 'twelve chars')
  expect(keysIn(map, ['a', 'b', 'c'])).toEqual(['b', 'c'])
  map.set('c', 'four')
  map.set('d', 'four')
  expect(keysIn(map, ['b', 'c', 'd'])).toEqual(['b', 'c', 'd'])
  map.set('e', 'x'.repeat(20))
  expect(map.size).toBe(0)
})
