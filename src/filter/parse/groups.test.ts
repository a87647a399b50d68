import { expect, test } from 'vitest'
import type { Condition, FilterPart } from '../../schema/filter/condition.ts'
import type { Predicate, TextField } from '../predicate/predicate.ts'
import { parseFilter } from './parse-filter.ts'

const is = (field: TextField, value: string): Predicate => ({
  kind: 'text',
  field,
  test: { kind: 'is', value, fold: true },
})
const not = (of: Predicate): Predicate => ({ kind: 'not', of })
const all = (...of: Predicate[]): Predicate => ({ kind: 'all', of })
const some = (...of: Predicate[]): Predicate => ({ kind: 'some', of })

const groups: [name: string, filter: FilterPart[], predicate: Predicate][] = [
  [
    'any of several fields',
    [
      {
        any: [
          { field: 'host', value: 'a' },
          { field: 'program', value: 'b' },
        ],
      },
    ],
    some(is('host', 'a'), is('program', 'b')),
  ],
  ['a group of one', [{ all: [{ field: 'host', value: 'a' }] }], is('host', 'a')],
  ['not', [{ not: { field: 'host', value: 'a' } }], not(is('host', 'a'))],
  [
    'not a condition that always holds',
    [{ not: { field: 'message', value: '' } }],
    { kind: 'const', value: false },
  ],
  [
    'groups within groups, beside a condition',
    [
      { field: 'host', value: 'a' },
      {
        not: {
          any: [
            { field: 'program', value: 'b' },
            {
              all: [
                { field: 'user', value: 'c' },
                { field: 'host', value: 'd' },
              ],
            },
          ],
        },
      },
    ],
    all(is('host', 'a'), not(some(is('program', 'b'), all(is({ tag: ['user'] }, 'c'), is('host', 'd'))))),
  ],
]
test.each(groups)('%s', (_, filter, predicate) => {
  expect(parseFilter(filter)).toEqual({ predicate })
})

test('a fault names its place in a group', () => {
  const faulty: Condition = { field: 'host', op: 'lt', value: 1 }
  const answer = parseFilter([{ any: [{ field: 'host', value: 'a' }, { all: [faulty] }] }, { not: faulty }])
  const paths = 'faults' in answer ? answer.faults.map(fault => fault.path) : []
  expect(paths).toEqual(['filter[0].any[1].all[0].op', 'filter[1].not.op'])
})

test('too many levels and conditions are refused', () => {
  const nested = (levels: number): FilterPart =>
    levels === 0 ? { field: 'host', value: 'a' } : { not: nested(levels - 1) }
  expect(parseFilter([nested(10)])).not.toHaveProperty('faults')
  expect(parseFilter([nested(11)])).toEqual({
    faults: [
      { path: `filter[0]${'.not'.repeat(10)}`, message: 'expected at most 10 groups within each other' },
    ],
  })
  const list = Array.from({ length: 501 }, (): FilterPart => ({ field: 'host', value: 'a' }))
  expect(parseFilter([{ any: list }, { all: list }])).toEqual({
    faults: [{ path: 'filter[1].all[499].value', message: 'expected at most 1000 conditions in one filter' }],
  })
})
