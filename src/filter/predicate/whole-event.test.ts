import { expect, it } from 'vitest'
import type { Condition } from '../../schema/filter/condition.ts'
import { parseFilter } from '../parse/parse-filter.ts'
import { needsWholeEvent } from './whole-event.ts'

it.each<[Condition[], boolean]>([
  [[], false],
  [[{ field: 'host', value: ['a', 'b*'] }], false],
  [[{ field: 'severity', op: 'lt', value: 3 }], false],
  [[{ field: 'facility', value: [1, 2] }], false],
  [[{ field: 'port', op: 'lt', value: 3 }], false],
  [[{ field: 'message', op: 'qp', value: 'a | !(b c)' }], false],
  [[{ field: 'counter', op: 'gt', value: 1 }], true],
  [[{ field: 'counter', value: [1, 2] }], true],
  [[{ field: 'first_occurrence', op: 'ne', value: 1 }], true],
  [
    [
      { field: 'host', value: 'a' },
      { field: 'last_occurrence', op: 'lt', value: 1 },
    ],
    true,
  ],
])('%j: %s', (filter, want) => {
  const read = parseFilter(filter)
  expect('predicate' in read && needsWholeEvent(read.predicate)).toBe(want)
})
