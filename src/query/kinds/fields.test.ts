import { expect, test } from 'vitest'
import type { Predicate } from '../../filter/predicate/predicate.ts'
import { countedField, isUnbounded, rowCost } from './fields.ts'

test.each([
  ['host', 'host', false],
  ['program', 'program', false],
  ['cisco_mnemonic', 'cisco_mnemonic', false],
  ['severity', 'severity', false],
  ['facility', 'facility', false],
  ['status', 'status', false],
  ['actionable', 'status', false],
  ['type', 'type', false],
  ['message', 'message', true],
  ['SrcIP', { tag: ['SrcIP'] }, true],
  ['FortiGate Type', { tag: ['FortiGate Type'] }, true],
  ['ut_host', { tag: ['ut_host', 'host'] }, true],
])('%s', (name, field, unbounded) => {
  const found = countedField(name)
  expect(found).toEqual(field)
  expect(found !== undefined && isUnbounded(found)).toBe(unbounded)
})

test.each(['counter', 'first_occurrence', 'last_occurrence'])('values of %s are not counted', name => {
  expect(countedField(name)).toBeUndefined()
})

const host: Predicate = { kind: 'in', field: 'host', values: ['a'], fold: true }
const denied = { text: 'denied', wild: false }
const word: Predicate = { kind: 'phrase', tokens: [denied] }
const phrase: Predicate = { kind: 'phrase', tokens: [denied, denied] }
const wildcard: Predicate = { kind: 'phrase', tokens: [{ text: 'den*', wild: true }] }
const pattern: Predicate = {
  kind: 'text',
  field: 'message',
  test: { kind: 'regex', pattern: 'a', fold: true },
}
test.each<[Predicate, string]>([
  [{ kind: 'const', value: true }, 'columns'],
  [host, 'columns'],
  [{ kind: 'all', of: [host, { kind: 'not', of: host }] }, 'columns'],
  [word, 'columns'],
  [phrase, 'scan'],
  [wildcard, 'scan'],
  [pattern, 'scan'],
  [{ kind: 'all', of: [host, { kind: 'some', of: [host, { kind: 'not', of: phrase }] }] }, 'scan'],
])('%j reads %s', (predicate, cost) => {
  expect(rowCost(predicate)).toBe(cost)
})
