import { expect, test } from 'vitest'
import type { TopNResults } from '../schema/query/top-n.ts'
import { topOverTime } from './top-over-time.ts'

const results: TopNResults = {
  totals: {
    ts_from: 0,
    ts_to: 120,
    cardinality: 5,
    count: 100,
    values: [
      { name: 'a', count: 9 },
      { name: 'b', count: 4 },
      { name: 'other', count: 6 },
    ],
  },
  details: [
    {
      ts_from: 0,
      ts_to: 60,
      values: [],
      total_values: [
        { name: 'a', count: 9 },
        { name: 'b', count: 1 },
      ],
      total_count: 12,
    },
    {
      ts_from: 60,
      ts_to: 120,
      values: [],
      total_values: [
        { name: 'a', count: 0 },
        { name: 'b', count: 3 },
      ],
      total_count: 7,
    },
  ],
}

test('one series a value, the rest of each period on top', () => {
  const chart = topOverTime('host', results, true)
  expect(chart.series.map(series => [series.label, series.count, series.rest])).toEqual([
    ['a', 9, false],
    ['b', 4, false],
    ['Other', 6, true],
  ])
  expect(chart.stacks.map(stack => stack.counts)).toEqual([
    [9, 1, 2],
    [0, 3, 4],
  ])
})

test('without the rest only the ranked values are stacked', () => {
  const own = { ...results, totals: { ...results.totals, values: results.totals.values.slice(0, 2) } }
  const chart = topOverTime('host', own, false)
  expect(chart.series.map(series => series.label)).toEqual(['a', 'b'])
  expect(chart.stacks.map(stack => stack.counts)).toEqual([
    [9, 1],
    [0, 3],
  ])
})

test('results without periods have no bars', () => {
  expect(topOverTime('host', { totals: results.totals }, true).stacks).toEqual([])
})

test('nothing is left over, so there is no series of the rest', () => {
  const { totals, details } = results
  const chart = topOverTime(
    'host',
    {
      totals: { ...totals, values: totals.values.slice(0, 2) },
      details: (details ?? []).map(period => ({
        ...period,
        total_count: period.total_values.reduce((sum, { count }) => sum + count, 0),
      })),
    },
    true,
  )
  expect(chart.series.map(({ label }) => label)).toEqual(['a', 'b'])
  expect(chart.stacks.map(({ counts }) => counts)).toEqual([
    [9, 1],
    [0, 3],
  ])
})
