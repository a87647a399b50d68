import { expect, test } from 'vitest'
import { filterForm, filterOfForm } from './filter-form.ts'

const given = [
  { field: 'message', op: 'qp', value: ['AXFR | IXFR'] },
  { field: 'program', value: ['named'], ignore_case: false },
  { field: 'severity', op: 'ne', value: [5, 7] },
]
const program = { field: 'program', op: 'eq', values: ['named'], off: false }
const severity = { field: 'severity', op: 'ne', values: ['5', '7'], off: false }

test('a filter is an expression and pills, and comes back as it was', () => {
  const form = filterForm(given)
  expect(form).toEqual({ text: 'AXFR | IXFR', pills: [program, severity] })
  expect(filterOfForm(form, given)).toEqual(given)
})

test.each([
  ['another expression', { text: ' b ', pills: [] }, [{ field: 'message', op: 'qp', value: 'b' }]],
  [
    'another value',
    { text: '', pills: [{ field: 'severity', op: 'le' as const, values: ['3'], off: false }] },
    [{ field: 'severity', op: 'le', value: 3 }],
  ],
  [
    'a filter that is off',
    { text: '', pills: [{ field: 'host', op: 'eq' as const, values: ['a'], off: true }] },
    undefined,
  ],
])('%s', (_, form, wanted) => {
  expect(filterOfForm(form, given)).toEqual(wanted)
})

test('an invalid condition is left out', () => {
  expect(filterForm([null, 'x', { value: 1 }])).toEqual({ text: '', pills: [] })
  expect(filterForm(undefined)).toEqual({ text: '', pills: [] })
})
