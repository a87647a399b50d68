import { expect, test } from 'vitest'
import type { Condition } from '../../../schema/filter/condition.ts'
import type { TriggerCondition } from '../../../schema/triggers/trigger-condition.ts'
import { conditionText, filterText, isOutsideItsTime } from './describe.ts'

const filters: [string, Condition[]][] = [
  ['Every event', []],
  ['Every event', [{ field: 'message', op: 'qp', value: '' }]],
  ['“link down”', [{ field: 'message', op: 'qp', value: ['link down'] }]],
  ['“failed password”', [{ field: 'message', value: 'failed password' }]],
  ['"query failed" SERVFAIL', [{ field: 'message', op: 'qp', value: '"query failed" SERVFAIL' }]],
  ['Program is (empty)', [{ field: 'program', value: '' }]],
  ['Message does not have noise', [{ field: 'message', op: 'ne', value: 'noise' }]],
  [
    '“down” and Host is fw-1 and 1 more',
    [
      { field: 'message', op: 'qp', value: 'down' },
      { field: 'host', value: 'fw-1' },
      { field: 'severity', op: 'le', value: 3 },
    ],
  ],
]

test.each(filters)('%s', (text, filter) => {
  expect(filterText(filter)).toBe(text)
})

const conditions: [string, TriggerCondition][] = [
  ['5 times within 10 min for one host', { kind: 'count', count: 5, seconds: 600, by: 'host' }],
  ['20 different values of SrcIP within 1 h', { kind: 'distinct', field: 'SrcIP', count: 20, seconds: 3600 }],
  [
    'a value of Program that was not seen in the last 7 days',
    { kind: 'first_seen', field: 'program', days: 7 },
  ],
  ['no match for 30 min for one host', { kind: 'absence', seconds: 1800, by: 'host' }],
  [
    'no “up” within 5 min',
    {
      kind: 'pair',
      followed_by: [{ field: 'message', op: 'qp', value: 'up' }],
      seconds: 300,
      expect: 'missing',
    },
  ],
  [
    'at least 3 times as many within 5 min as on the 7 days before',
    { kind: 'rate', factor: 3, seconds: 300, days: 7 },
  ],
  ['a message pattern that was never seen before', { kind: 'new_template' }],
]

test.each(conditions)('%s', (text, condition) => {
  expect(conditionText(condition)).toBe(text)
})

test('a trigger with a start and an end is outside its time before and after', () => {
  const time = { active_since: 100, active_until: 200 }
  expect([99, 100, 199, 200].map(now => isOutsideItsTime(time, now))).toEqual([true, false, false, true])
  expect(isOutsideItsTime({ active_since: null, active_until: null }, 5)).toBe(false)
})
