import { expect, test } from 'vitest'
import { queryText } from './query-text.ts'

test.each([
  [{}, ''],
  [{ time_range: { preset: 'last_1_hours' } }, 'last 1 hours'],
  [
    {
      field: 'host',
      time_range: { ts_from: 0, ts_to: 3600 },
      filter: [{ field: 'message', op: 'qp', value: 'error' }],
    },
    'host · 1970-01-01 00:00 – 1970-01-01 01:00 UTC · message : error',
  ],
  [{ filter: [{ field: 'severity', op: 'eq', value: ['1', '2'] }, 'odd'] }, 'severity eq 1, 2'],
  [
    { filter: [{ field: 'message', op: 'eq', value: 'x'.repeat(500) }] },
    `${`message eq ${'x'.repeat(500)}`.slice(0, 159)}…`,
  ],
])('%#', (params, text) => {
  expect(queryText(params)).toBe(text)
})
