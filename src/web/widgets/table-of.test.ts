import { expect, test } from 'vitest'
import { tableOf } from './table-of.ts'

test.each([
  [
    'a ranking',
    {
      totals: {
        values: [
          { name: 3, count: 30 },
          { name: 6, count: 10 },
        ],
        count: 80,
      },
    },
    { field: 'severity' },
    {
      columns: ['Severity', 'Count', 'Share'],
      rows: [
        ['Error', '30', '38%'],
        ['Info', '10', '13%'],
      ],
    },
  ],
  [
    'values last seen',
    { totals: { values: [{ name: 'a\u001b', count: 3, last_seen: 1_767_225_600.5 }] } },
    {},
    { columns: ['Host', 'Count', 'Last seen'], rows: [['a\\x1b', '3', '2026-01-01 00:00:00']] },
  ],
  [
    'periods',
    { totals: { sum: 5 }, details: [{ ts_from: 1_767_225_600, ts_to: 1_767_225_660, count: 5_000 }] },
    {},
    { columns: ['From', 'count'], rows: [['2026-01-01 00:00:00', '5,000']] },
  ],
  [
    'objects',
    [{ id: 1, title: 'x'.repeat(400), due: null, owner: { id: 1 } }],
    {},
    { columns: ['id', 'title', 'due'], rows: [['1', `${'x'.repeat(300)}…`, '']] },
  ],
  ['figures', { totals: { total: 7 } }, {}, { columns: ['total'], rows: [['7']] }],
])('%s is a table', (_, results, params, wanted) => {
  expect(tableOf(results, params, 'UTC')).toEqual({ ...wanted, moreCount: 0 })
})

test('a long list is cut, and says by how much', () => {
  const values = Array.from({ length: 600 }, (_, name) => ({ name, count: 1 }))
  const table = tableOf({ totals: { values } }, {}, 'UTC')
  expect([table.rows.length, table.moreCount]).toEqual([500, 100])
})

test('a heat map is a table of its periods', () => {
  const results = {
    totals: {
      values: [
        { name: 'fw-1', count: 5 },
        { name: '', count: 1 },
      ],
      count: 6,
    },
    details: [
      {
        ts_from: 0,
        ts_to: 60,
        total_values: [
          { name: 'fw-1', count: 1_000 },
          { name: '', count: 1 },
        ],
      },
      { ts_from: 60, ts_to: 120, total_values: [{ name: 'fw-1', count: 4 }] },
    ],
  }
  const isByPeriod = true
  expect(tableOf(results, { field: 'host' }, 'UTC', isByPeriod)).toEqual({
    columns: ['From', 'fw-1', '(empty)'],
    rows: [
      ['1970-01-01 00:00:00', '1,000', '1'],
      ['1970-01-01 00:01:00', '4', '0'],
    ],
    moreCount: 0,
  })
  expect(tableOf(results, { field: 'host' }, 'UTC').columns).toEqual(['Host', 'Count', 'Share'])
})
