import { expect, test } from 'vitest'
import type { Predicate, TextTest } from '../../filter/predicate.ts'
import { compileFilter } from './filter.ts'
import { hasIndexedCondition } from './indexed-condition.ts'

const word: Predicate = { kind: 'phrase', tokens: [{ text: 'failed', wild: false }] }
const part: Predicate = { kind: 'phrase', tokens: [{ text: '*ailed*', wild: true }] }
const unicode: Predicate = { kind: 'phrase', tokens: [{ text: '*é*', wild: true }] }
const host: Predicate = { kind: 'in', field: 'host', values: ['a'], fold: true }
const severity: Predicate = { kind: 'number', field: 'severity', op: 'le', value: 3 }
const message = (test: TextTest): Predicate => ({ kind: 'text', field: 'message', test })

test.each<[string, Predicate]>([
  ['a word', word],
  ['not a word', { kind: 'not', of: word }],
  ['one of two words', { kind: 'some', of: [word, host] }],
  ['a part of a word', part],
  ['a part of a word in another script', unicode],
  ['a message', message({ kind: 'is', value: 'x', fold: false })],
  ['a message, folded', message({ kind: 'is', value: 'x', fold: true })],
  ['a pattern', message({ kind: 'like', pattern: 'a*', fold: false })],
  ['an expression', message({ kind: 'regex', pattern: 'a+', fold: false })],
])('a condition on %s may use the index of words', (_, predicate) => {
  expect(hasIndexedCondition(compileFilter(predicate).rows)).toBe(true)
})

test('conditions on other columns use none', () => {
  const { rows } = compileFilter({ kind: 'all', of: [host, severity] })
  expect(hasIndexedCondition(`SELECT id, message FROM events WHERE ${rows} ORDER BY ts DESC, id DESC`)).toBe(
    false,
  )
})

test.each(['id = 5', 'id IN (5, 6)', 'batch = 7', 'batch > 7', 'batch IN (7)'])('%s uses one', condition => {
  expect(hasIndexedCondition(`SELECT count() FROM events WHERE sec > 0 AND ${condition}`)).toBe(true)
})

test('the highest batch is found by its index', () => {
  expect(hasIndexedCondition('SELECT batch FROM events ORDER BY batch DESC LIMIT 1')).toBe(true)
})
