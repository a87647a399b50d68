import { expect, test } from 'vitest'
import type { Pill } from '../../filter/typed/pill.ts'
import { toggleValue, valuesOf, withAtLeast, withoutSelection } from './value-pills.ts'

const pill = (field: string, op: Pill['op'], ...values: string[]): Pill => ({ field, op, values, off: false })
const disabled: Pill = { ...pill('host', 'eq', 'a'), off: true }

test.each<[name: string, before: Pill[], op: 'eq' | 'ne', value: string, after: Pill[]]>([
  ['the first value', [], 'eq', 'a', [pill('host', 'eq', 'a')]],
  ['a second one joins it', [pill('host', 'eq', 'a')], 'eq', 'b', [pill('host', 'eq', 'a', 'b')]],
  ['one is taken out', [pill('host', 'eq', 'a', 'b')], 'eq', 'a', [pill('host', 'eq', 'b')]],
  ['the last one takes the pill with it', [pill('host', 'eq', 'a')], 'eq', 'a', []],
  [
    'a selected value that is excluded is not selected any more',
    [pill('host', 'eq', 'a', 'b'), pill('program', 'eq', 'a')],
    'ne',
    'a',
    [pill('host', 'eq', 'b'), pill('program', 'eq', 'a'), pill('host', 'ne', 'a')],
  ],
  ['an excluded value that is selected', [pill('host', 'ne', 'a')], 'eq', 'a', [pill('host', 'eq', 'a')]],
  ['a disabled pill stays as it is', [disabled], 'eq', 'a', [disabled, pill('host', 'eq', 'a')]],
])('%s', (_, before, op, value, after) => {
  expect(toggleValue(before, 'host', op, value)).toEqual(after)
})

test('the selection of a field, and the filters without it', () => {
  const pills = [pill('host', 'eq', 'a'), pill('host', 'ne', 'c'), pill('program', 'eq', 'x'), disabled]
  expect(valuesOf(pills, 'host', 'eq')).toEqual(['a'])
  expect(valuesOf(pills, 'host', 'ne')).toEqual(['c'])
  expect(withoutSelection(pills, 'host')).toEqual(pills.slice(1))
})

test('a field has one lower bound', () => {
  const bound = withAtLeast([pill('port', 'ge', '1'), pill('port', 'le', '9')], 'port', '5')
  expect(bound).toEqual([pill('port', 'le', '9'), pill('port', 'ge', '5')])
})
