import { expect, test } from 'vitest'
import { drillDownOf, drilledInto, withFilter } from './drill-down.ts'

const qp = (...value: string[]) => ({ field: 'message', op: 'qp', value })
const today = { preset: 'today' }

test.each([
  ['no filter', {}, { text: '', pills: [] }],
  [
    'words and values',
    {
      filter: [qp('noerror'), { field: 'severity', value: [0, 3] }, { field: 'host', op: 'ne', value: 'a' }],
      time_range: today,
    },
    {
      text: 'noerror',
      pills: [
        { field: 'severity', op: 'eq', values: ['0', '3'], off: false },
        { field: 'host', op: 'ne', values: ['a'], off: false },
      ],
      range: today,
    },
  ],
  ['several expressions', { filter: [qp('a b', 'c'), qp('d')] }, { text: '((a b) | (c)) (d)' }],
  ['an empty expression', { filter: [qp('')] }, { text: '' }],
  ['moments', { time_range: { ts_from: 10, ts_to: 20 } }, { range: { from: 10, to: 20 } }],
  ['a range relative to now', { time_range: { ts_from: -60, ts_to: 0 } }, { range: { from: 100, to: 160 } }],
  ['an unknown preset', { time_range: { preset: 'shift' } }, { range: { from: 100, to: 160 } }],
])('the search behind %s', (_, params, wanted) => {
  expect(drillDownOf(params, { ts_from: 100, ts_to: 160 })).toMatchObject({
    ...wanted,
    range: wanted.range ?? { from: 100, to: 160 },
  })
})

test('a part of a chart adds its value, or has its own time', () => {
  const base = drillDownOf({ filter: [qp('a')], time_range: today }, undefined)
  expect(drilledInto(base, { field: 'host', value: 7 }).pills).toEqual([
    { field: 'host', op: 'eq', values: ['7'], off: false },
  ])
  expect(drilledInto(base, { period: { ts_from: 5, ts_to: 9 } })).toEqual({
    ...base,
    range: { from: 5, to: 9 },
    unzoomed: today,
  })
  expect(withFilter(base, [qp('b'), { field: 'host', value: 'x' }])).toMatchObject({
    text: '(a) (b)',
    pills: [{ field: 'host', values: ['x'] }],
  })
})
