import { expect, test } from 'vitest'
import type { QueryAnswer, QueryRequest } from '../../api/queries.ts'
import { testEvent } from '../testing/test-event.ts'
import { currentResult, olderEventsRequest } from './older-events.ts'

const request = (sort: string): QueryRequest<'Search'> => ({
  type: 'Search',
  params: { time_range: { preset: 'last_1_hours', timezone: 'UTC' }, sort: [sort], page_size: 100 },
})
// Only the bounds of the answer are read.
const answer = { results: { totals: { ts_from: 10, ts_to: 20 } } } as QueryAnswer<'Search'>

test('the events that are shown and older ones stand still', () =>
  expect(
    olderEventsRequest(request('-last_occurrence'), answer, [testEvent({ last_occurrence: 15.5 })]),
  ).toEqual({
    type: 'Search',
    params: {
      time_range: { ts_from: 10, ts_to: 20, timezone: 'UTC' },
      filter: [{ field: 'last_occurrence', op: 'le', value: 15.5 }],
      sort: ['-last_occurrence'],
      page_size: 100,
    },
  }))

test('without the newest first there is no such moment', () => {
  expect(olderEventsRequest(request('-counter'), answer, [testEvent()])).toBeUndefined()
  expect(olderEventsRequest(request('-last_occurrence'), answer, [])).toBeUndefined()
})

test('without older rows in view, the last answer and error of their query do not count', () => {
  const failed = { answer: 'page', error: new Error('lost'), stale: false }
  expect(currentResult(failed, false)).toEqual({ answer: undefined, error: undefined })
  expect(currentResult(failed, true)).toEqual({ answer: 'page', error: failed.error })
})

test('a stale answer does not count', () =>
  expect(currentResult({ answer: 'page', error: undefined, stale: true }, true).answer).toBeUndefined())
