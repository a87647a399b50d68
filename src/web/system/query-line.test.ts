import { expect, test } from 'vitest'
import { queryLine, slowQueryLine } from './query-line.ts'

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
  expect(queryLine(params)).toBe(text)
})

test.each([
  ['[{"field":"host","value":["fw-1"]}]', '2026-01-01 00:00 – 2026-01-01 01:00 UTC · host : fw-1'],
  ['[]', '2026-01-01 00:00 – 2026-01-01 01:00 UTC'],
  [
    '[{"field":"message","value":"cut…',
    '2026-01-01 00:00 – 2026-01-01 01:00 UTC · [{"field":"message","value":"cut…',
  ],
])('the slow query of %s is %s', (filter, text) => {
  expect(slowQueryLine({ from: 1_767_225_600, to: 1_767_229_200, filter })).toBe(text)
})
