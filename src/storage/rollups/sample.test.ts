import { expect, test } from 'vitest'
import { suggestsMoreThan } from './sample.ts'

const maxValues = 100_000

// Different values among so many rows drawn at random of so many values.
const drawn = (rows: number, values: number) => Math.round(values * (1 - (1 - 1 / values) ** rows))

test.each([
  { title: 'few values', values: 300, rows: 60_000, share: 0.01, more: false },
  {
    title: '65,000 of which each comes once or twice',
    values: drawn(60_000, 65_000),
    rows: 60_000,
    share: 0.01,
    more: false,
  },
  { title: '200,000', values: drawn(60_000, 200_000), rows: 60_000, share: 0.01, more: true },
  { title: 'a value of its own in each row', values: 60_000, rows: 60_000, share: 0.01, more: true },
  { title: 'the same, of all rows', values: 60_000, rows: 60_000, share: 1, more: false },
  { title: 'nothing', values: 0, rows: 0, share: 1, more: false },
])('$title: more than the bound is $more', ({ values, rows, share, more }) => {
  expect(suggestsMoreThan(maxValues, { values, rows, share })).toBe(more)
})
