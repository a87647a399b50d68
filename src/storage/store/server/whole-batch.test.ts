import { expect, test } from 'vitest'
import { daysOf, withWholeBatch } from './whole-batch.ts'

type Counts = readonly [server: string, rows: number, days: number]
const a: Counts = ['a', 9, 3]
const none = (server: string): Counts => [server, 0, 0]

test.each<[what: string, replicas: Counts[], minDays: number, complete: string[]]>([
  ['all replicas have it', [a, ['b', 9, 3]], 0, ['a', 'b']],
  ['a replica lacks a day', [a, ['b', 7, 2]], 0, ['a']],
  ['all replicas answer, and other shards have its days', [none('a'), none('b')], 0, ['a', 'b']],
  ['the only replica with rows does not answer', [none('b'), none('c')], 3, []],
  [
    'the replicas that answer lack a day',
    [
      ['b', 7, 2],
      ['c', 7, 2],
    ],
    3,
    [],
  ],
  ['a replica without rows does not answer', [a, ['b', 9, 3]], 3, ['a', 'b']],
  ['a replica does not answer, and other shards have all days', [none('a'), none('b')], 0, ['a', 'b']],
])('%s', (_what, replicas, minDays, complete) => {
  const counted = replicas.map(([server, rows, days]) => ({ server, rows, days }))
  expect(withWholeBatch(counted, minDays)).toEqual(complete)
})

test('days of a batch', () => {
  expect(daysOf({ minutes: [] })).toBe(0)
  expect(daysOf({ minutes: [0, 1_439] })).toBe(1)
  expect(daysOf({ minutes: [1_439, 1_440, 4_320, 4_321] })).toBe(3)
})
