import { expect, test } from 'vitest'
import {
  type DashboardVariable,
  namesVariable,
  readVariables,
  substituteVariables,
} from './dashboard-variable.ts'

const host = (value: DashboardVariable['value']): DashboardVariable[] => [
  { name: 'host', field: 'host', ...(value !== undefined && { value }) },
]
const named = { field: 'host', op: 'eq', value: '$host' }
const other = { field: 'program', op: 'ne', value: ['cron', 7] }

test.each<[name: string, value: DashboardVariable['value'], filter: unknown, wanted: unknown]>([
  ['a value', 'web-1', [named, other], [{ ...named, value: 'web-1' }, other]],
  ['a value in a list', 'web-1', [{ ...named, value: ['$host'] }], [{ ...named, value: ['web-1'] }]],
  ['several values', ['a', 'b'], [named], [{ ...named, value: ['a', 'b'] }]],
  ['a list of one', ['a'], [named], [{ ...named, value: 'a' }]],
  [
    'values beside others',
    ['a', 'b'],
    [{ ...named, value: ['c', '$host'] }],
    [{ ...named, value: ['c', 'a', 'b'] }],
  ],
  [
    'a name that is there twice',
    ['a', 'b'],
    [{ ...named, value: ['$host', 'c', '$host'] }],
    [{ ...named, value: ['a', 'b', 'c'] }],
  ],
  ['all values: no condition', null, [named, other], [other]],
  ['no default: no condition', undefined, [named, other], [other]],
  ['an empty list: no condition', [], [{ ...named, value: ['c', '$host'] }], []],
  ['a name that is no variable', 'a', [{ ...named, value: '$HOST' }], [{ ...named, value: '$HOST' }]],
  ['a part of a value', 'a', [{ ...named, value: 'x-$host' }], [{ ...named, value: 'x-$host' }]],
  ['a value that looks like a variable', '$host', [named], [{ ...named, value: '$host' }]],
  ['what is no filter', 'a', 'nothing', 'nothing'],
  ['what is no condition', 'a', [null, 3], [null, 3]],
])('substitutes %s', (_, value, filter, wanted) => {
  expect(substituteVariables(filter, host(value))).toEqual(wanted)
})

const either = { any: [named, other] }
test.each<[name: string, value: DashboardVariable['value'], filter: unknown, wanted: unknown]>([
  ['a value in a group', 'web-1', [either], [{ any: [{ ...named, value: 'web-1' }, other] }]],
  ['a value in not', 'web-1', [{ not: named }], [{ not: { ...named, value: 'web-1' } }]],
  [
    'a value in inner groups',
    'a',
    [{ all: [{ not: either }] }],
    [{ all: [{ not: { any: [{ ...named, value: 'a' }, other] } }] }],
  ],
  ['all values beside an alternative: every event', null, [either, other], [other]],
  ['all values beside a condition', null, [{ all: [named, other] }], [{ all: [other] }]],
  ['all values alone in a group', null, [{ all: [named] }, other], [other]],
  ['all values in not', null, [{ not: named }, other], [other]],
  ['no name in a group', 'a', [{ any: [other] }], [{ any: [other] }]],
])('%s', (_, value, filter, wanted) => {
  expect(substituteVariables(filter, host(value))).toEqual(wanted)
})

test('a variable that is named in a group has no condition of its own', () => {
  const [variable] = host('a')
  expect(variable && namesVariable([{ all: [{ not: either }] }], variable)).toBe(true)
  expect(variable && namesVariable([{ all: [{ not: other }] }], variable)).toBe(false)
})

test('a filter gets no more values than there is memory for', () => {
  const values = Array.from({ length: 1_000 }, (_, number) => `web-${number}`)
  const filter = [
    { ...named, value: Array.from({ length: 5_000 }, () => '$host') },
    ...Array.from({ length: 5_000 }, () => named),
  ]
  const substituted = JSON.stringify(substituteVariables(filter, host(values)))
  expect(substituted.split('web-').length).toBe(100_001)
})

test.each<[name: string, value: unknown, wanted: unknown[]]>([
  ['none', undefined, []],
  ['no list', { name: 'a' }, []],
  ['a broken one beside a good one', [3, { name: 'a' }, { name: 'a', field: 'host' }], ['a']],
])('reads %s', (_, value, wanted) => {
  expect(readVariables(value).map(({ name }) => name)).toEqual(wanted)
})

test('fills in what is absent', () => {
  expect(readVariables([{ name: 'a', field: 'host', value: 7, label: 'Host' }])).toEqual([
    {
      name: 'a',
      field: 'host',
      label: 'Host',
      value: null,
      multi: false,
      include_all: true,
      applies_to: 'all',
    },
  ])
})
