import { expect, test } from 'vitest'
import type { QueryAnswer } from '../api/queries.ts'
import { displayedState, finalAnswer } from './displayed-state.ts'

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
