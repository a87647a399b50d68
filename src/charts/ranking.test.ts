import { expect, test } from 'vitest'
import { rankedRows, withOthersSummed } from './ranking.ts'

test('bars are measured against the largest value, shares against all values, also values without a row', () => {
  expect(
    rankedRows(
      'severity',
      {
        values: [
          { name: 3, count: 30 },
          { name: 6, count: 15 },
        ],
        count: 60,
      },
      false,
    ),
  ).toEqual([
    { name: 3, label: 'Error', count: 30, length: 1, share: 0.5, rest: false },
    { name: 6, label: 'Info', count: 15, length: 0.5, share: 0.25, rest: false },
  ])
})

test('the rest may be larger than every value and does not flatten them', () => {
  const rows = rankedRows(
    'host',
    {
      values: [
        { name: 'a', count: 10 },
        { name: 'other', count: 990 },
      ],
      count: 1_000,
    },
    true,
  )
  expect(rows.map(row => [row.label, row.length, row.share, row.rest])).toEqual([
    ['a', 1, 0.01, false],
    ['Other', 1, 0.99, true],
  ])
})

test('a host that is named other is a host', () => {
  const rows = rankedRows(
    'host',
    {
      values: [
        { name: 'a', count: 10 },
        { name: 'other', count: 5 },
      ],
      count: 15,
    },
    false,
  )
  expect(rows[1]).toMatchObject({ label: 'other', rest: false, length: 0.5 })
})

test('no values, no rows', () => expect(rankedRows('host', { values: [], count: 0 }, true)).toEqual([]))

test('rows past the largest number become one', () => {
  const rows = rankedRows(
    'host',
    { values: [5, 3, 1, 1].map((count, name) => ({ name: String(name), count })), count: 10 },
    false,
  )
  expect(withOthersSummed(rows, 4)).toBe(rows)
  expect(withOthersSummed(rows, 3).map(({ label, count, rest }) => [label, count, rest])).toEqual([
    ['0', 5, false],
    ['1', 3, false],
    ['Other', 2, true],
  ])
})
