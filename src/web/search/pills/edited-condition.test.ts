import { expect, test } from 'vitest'
import type { ConditionPill } from '../../../filter/typed/pill.ts'
import { hasValueList, listedValues, offeredOperators, savedValues, typedValue } from './edited-condition.ts'

const words: ConditionPill = { field: 'message', op: 'qp', values: ['link down'], off: false }

test('a filter keeps its operator, also one that is not offered otherwise', () => {
  expect(offeredOperators('message', words)).toEqual(['eq', 'ne', '|>', '!>', '=~', '!~', 'qp'])
  expect(offeredOperators('message', { ...words, op: 'ne' })).not.toContain('qp')
  expect(offeredOperators('host', words)).toEqual(['eq', 'ne', '=~', '!~'])
  expect(offeredOperators('severity', undefined)[2]).toBe('le')
})

test('a filter with several expressions keeps them as a list', () => {
  const expressions: ConditionPill = { field: 'host', op: '=~', values: ['^a', '^b'], off: false }
  expect(hasValueList('host', '=~', expressions)).toBe(true)
  expect(hasValueList('host', '!~', expressions)).toBe(false)
  expect(hasValueList('program', '=~', expressions)).toBe(false)
  expect(hasValueList('host', '=~', { ...expressions, values: ['^a'] })).toBe(false)
  expect(hasValueList('host', 'ne', undefined)).toBe(true)
})

test.each([
  ['severity', 'err', [], '3'],
  ['severity', ' Warn ', [], '4'],
  ['severity', 'panic', [], '0'],
  ['severity', '3', [], '3'],
  ['severity', 'e', ['0'], '3'],
  ['severity', 'error', ['3'], '3'],
  ['severity', 'green', [], undefined],
  ['severity', '9', [], undefined],
  ['status', 'action', [], '1'],
  ['host', ' web-1 ', [], 'web-1'],
  ['host', ' ', [], undefined],
])('in %s, %s beside %j is the value %s', (field, typed, values, value) => {
  expect(typedValue(field, typed, values)).toBe(value)
})

test('typed text is saved as its value, and text that is no value is not saved', () => {
  expect(savedValues('severity', true, ['4'], 'err')).toEqual(['4', '3'])
  expect(savedValues('severity', true, ['3'], 'err')).toEqual(['3'])
  expect(savedValues('severity', true, ['3'], 'green')).toBeUndefined()
  expect(savedValues('host', true, [], 'web-1')).toEqual(['web-1'])
  expect(savedValues('host', true, [], ' ')).toBeUndefined()
  expect(savedValues('message', false, ['link down', 'x'], '')).toEqual(['link down'])
})

test('listed values begin with the typed text; with wildcards, all values that the service offers are listed', () => {
  const offered = ['web-1', 'web-2', 'db-1']
  expect(listedValues('host', offered, ['web-2'], ' WEB')).toEqual(['web-1'])
  expect(listedValues('host', ['web-1', 'web-2'], [], 'web-*')).toEqual(['web-1', 'web-2'])
  expect(listedValues('severity', ['3', '4'], [], 'err')).toEqual(['3'])
})
