import { expect, test } from 'vitest'
import type { Pill } from '../../../filter/typed/pill.ts'
import { pillLabel, shortPillParts } from './pill-text.ts'

const pill = (field: string, op: Pill['op'], ...values: string[]): Pill => ({ field, op, values, off: false })
const hosts = Array.from({ length: 984 }, (_, n) => `fw-${n}`)

test.each([
  ['Host is web-1', pill('host', 'eq', 'web-1')],
  ['Message has failed password', pill('message', 'eq', 'failed password')],
  ['Message has failed password', pill('message', 'qp', 'failed password')],
  ['Message does not have noise', pill('message', 'ne', 'noise')],
  ['Message does not match ^a', pill('message', '!~', '^a')],
  ['Severity ≤ Error (0 to 3)', pill('severity', 'le', '3')],
])('%s', (label, shown) => {
  expect(pillLabel(shown)).toBe(label)
})

test('a filter of hundreds of values is said with the first of them', () => {
  expect(shortPillParts(pill('host', 'eq', ...hosts))).toEqual(['Host', 'is', 'fw-0 or fw-1 or 982 more'])
  expect(pillLabel(pill('host', 'eq', ...hosts))).toMatch(/^Host is fw-0 or .* or fw-11 or 972 more$/)
})
