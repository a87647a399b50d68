import { expect, test } from 'vitest'
import { ApiError } from '../api/http/api-error.ts'
import { changesOf, pastedLines } from './bench-diff.ts'
import { placedFaults, unreadableFaults } from './fault-places.ts'
import { draftOn, RuleDrafts } from './rule-drafts.ts'
import { checkedRules } from './use-rule-check.ts'

const event = {
  host: 'web-1',
  program: 'sshd',
  message: 'Accepted password for bob',
  cisco_mnemonic: '',
  severity: 6,
  facility: 4,
  status: 0,
  retention: 'default',
  user_tags: { Site: 'A' } as Record<string, string>,
}

test.each([
  [{}, []],
  [{ retention: 'debug' }, [{ field: 'retention', before: 'default', after: 'debug' }]],
  [{ severity: 3 }, [{ field: 'severity', before: '6', after: '3' }]],
  [
    { host: 'w', user_tags: { User: 'bob', toString: 'x' } },
    [
      { field: 'host', before: 'web-1', after: 'w' },
      { field: 'Site', before: 'A', after: undefined },
      { field: 'User', before: undefined, after: 'bob' },
      { field: 'toString', before: undefined, after: 'x' },
    ],
  ],
])('changes %o', (change, changes) => {
  expect(changesOf(event, { ...event, ...change })).toEqual(changes)
})

test('pasted text becomes lines, without empty ones', () => {
  expect(pastedLines('a\r\n\n  \nb\nc', 2)).toEqual(['a', 'b'])
})

test('faults and warnings in the order of their lines', () => {
  expect(
    placedFaults({
      is_valid: false,
      rule_count: 0,
      errors: [{ rule: 1, member: 'match.op', message: 'expected one of eq', line: 9 }],
      warnings: [{ rule: 0, member: '', message: 'stands twice', line: 2 }],
    }),
  ).toEqual([
    { line: 2, severity: 'warning', text: 'stands twice' },
    { line: 9, severity: 'error', text: 'match.op: expected one of eq' },
  ])
})

test('a text that cannot be read', () => {
  const error = new ApiError(400, 'validation', '', { fields: { text: ['line 4: expected a colon', 'odd'] } })
  expect(unreadableFaults(error)).toEqual([
    { line: 4, severity: 'error', text: 'expected a colon' },
    { line: 1, severity: 'error', text: 'odd' },
  ])
  expect(unreadableFaults(new ApiError(500, '', ''))).toBeUndefined()
})

test.each([
  ['without changes follows the file', { text: 'a', base: 'a' }, { text: 'b', base: 'b' }],
  ['with changes stays', { text: 'a1', base: 'a' }, { text: 'a1', base: 'a' }],
  ['with the saved text has no changes', { text: 'b', base: 'a' }, { text: 'b', base: 'b' }],
])('a draft %s that another user has saved', (_, draft, wanted) => {
  expect(draftOn('b', draft)).toEqual(wanted)
})

test.each([
  ['the sent text', 'a1', undefined],
  ['text typed since', 'a12', { text: 'a12', base: 'a1' }],
])('after a save of a new file with %s, its draft is right', (_, typed, wanted) => {
  const drafts = new RuleDrafts()
  drafts.keep('', { text: typed, base: 'a' })
  drafts.onSaved('', 'a1', { name: '500.yaml', text: 'a1' })
  expect(drafts.get('')).toBeUndefined()
  expect(drafts.get('500.yaml')).toEqual(wanted)
})

test('beyond a number of drafts the oldest is forgotten', () => {
  const drafts = new RuleDrafts()
  for (let index = 0; index <= 20; index++) drafts.keep(`${index}`, { text: 'a1', base: 'a' })
  expect([drafts.get('0'), drafts.get('1')]).toEqual([undefined, { text: 'a1', base: 'a' }])
})

const checked = { isValid: true, ruleCount: 2, faults: [] }
const unchecked = { data: undefined, error: null, isFetching: false, isOfText: true }
const empty = {
  state: 'invalid',
  ruleCount: 0,
  faults: [{ line: 1, severity: 'error', text: 'The file is empty.' }],
}
test.each([
  ['an empty text has one error, without a request', ' \n', unchecked, empty],
  ['a valid text', 'x', { ...unchecked, data: checked }, { state: 'valid', ruleCount: 2, faults: [] }],
  ['a text that is typed on', 'xy', { ...unchecked, data: checked, isOfText: false }, { state: 'checking' }],
  ['a text that is being checked', 'x', { ...unchecked, isFetching: true }, { state: 'checking' }],
  ['a failed request', 'x', { ...unchecked, error: new Error() }, { state: 'failed' }],
  [
    'a failed request about an earlier text',
    'xy',
    { ...unchecked, error: new Error(), isOfText: false },
    { state: 'checking' },
  ],
])('%s', (_, text, checking, state) => {
  expect(checkedRules(text, checking)).toMatchObject(state)
})
