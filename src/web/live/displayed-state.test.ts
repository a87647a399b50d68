import { expect, test } from 'vitest'
import type { QueryAnswer } from '../api/queries.ts'
import { displayedState, finalAnswer, hasEndedEarly } from './displayed-state.ts'

// Only the identity of answers matters here.
const old = { query_id: 'old' } as QueryAnswer<'TopN'>
const answer = { query_id: 'new' } as QueryAnswer<'TopN'>
const error = new Error('away')
const before = { answer: old, question: 'a' }

test.each([
  ['a new question waits beside the earlier answer', { answer: undefined, error: undefined }, 'b', old, true],
  ['a new question fails', { answer: undefined, error }, 'b', undefined, true],
  ['the same question fails', { answer: undefined, error }, 'a', old, true],
  ['a new question is answered', { answer, error: undefined }, 'b', answer, false],
  ['an answered question fails later', { answer, error }, 'b', answer, false],
])('%s', (_, state, question, shown, stale) => {
  const displayed = displayedState(before, { ...state, elapsedMs: undefined }, question)
  expect(displayed).toMatchObject({ error: state.error, stale })
  expect(displayed.answer).toBe(shown)
  expect(displayed.question).toBe(stale ? 'a' : question)
})

test.each([
  ['SUCCESS', false, true],
  ['SUCCESS', true, false],
  ['IN_PROGRESS', false, false],
  ['FAILURE', false, false],
  ['STOPPED', false, false],
] as const)('an answer %s, stale %s, is final: %s', (status, stale, isFinal) => {
  const given = { ...answer, status }
  expect(finalAnswer({ answer: given, stale })).toBe(isFinal ? given : undefined)
})

test.each([
  ['SUCCESS', false, undefined, false],
  ['IN_PROGRESS', false, undefined, false],
  ['STOPPED', false, undefined, true],
  ['FAILURE', false, undefined, true],
  ['STOPPED', true, undefined, false],
  ['SUCCESS', false, error, true],
] as const)(
  'an answer %s, stale %s, with the error %s: ended early: %s',
  (status, stale, failure, isEarly) => {
    expect(hasEndedEarly({ answer: { ...answer, status }, stale, error: failure })).toBe(isEarly)
    expect(hasEndedEarly({ answer: undefined, stale: true, error: failure })).toBe(failure !== undefined)
  },
)
