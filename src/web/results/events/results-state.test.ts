import { expect, test } from 'vitest'
import { resultsState } from './results-state.ts'

test.each([
  { what: 'no answer', answer: undefined, count: 0, state: 'waiting' },
  { what: 'a queued search', answer: { status: 'IN_PROGRESS', results: {} }, count: 0, state: 'waiting' },
  {
    what: 'nothing yet',
    answer: { status: 'IN_PROGRESS', results: { events: [] } },
    count: 0,
    state: 'searching',
  },
  {
    what: 'stopped while it was queued',
    answer: { status: 'STOPPED', results: {} },
    count: 0,
    state: 'stopped',
  },
  {
    what: 'stopped before it found anything',
    answer: { status: 'STOPPED', results: { events: [] } },
    count: 0,
    state: 'stopped',
  },
  {
    what: 'stopped with events',
    answer: { status: 'STOPPED', results: { events: [1] } },
    count: 1,
    state: 'rows',
  },
  { what: 'nothing found', answer: { status: 'SUCCESS', results: { events: [] } }, count: 0, state: 'none' },
])('$what: $state', ({ answer, count, state }) => {
  expect(resultsState(answer, count, false)).toBe(state)
})

test('the next search waits, also after one that was stopped', () => {
  expect(resultsState({ status: 'STOPPED', results: { events: [] } }, 0, true)).toBe('waiting')
})
