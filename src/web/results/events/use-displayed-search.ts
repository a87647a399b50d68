import { useState } from 'react'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import type { QueryAnswer } from '../../api/queries.ts'
import { newEventIds } from './new-events.ts'
import { reuseUnchangedEvents } from './reuse-events.ts'

/** The answer that the page shows, which may be older than the newest answer. */
export interface DisplayedSearch {
  answer: QueryAnswer<'Search'> | undefined
  /**
   * Ids of events that the displayed answer has and the one before it had not. Empty after an answer without
   * events and after an answer to another question.
   */
  newIds: ReadonlySet<string>
  /** Number of new events on the page that `accept` would show. */
  waitingCount: number
  /** Shows the newest answer, even while live updates pause. */
  accept: () => void
}

/**
 * The displayed answer of a live search: the newest or, while `isHeld`, the one already displayed. An answer
 * with another `question` is displayed at once. By default, the question is the id of the query. That id
 * changes when the query is created again, for example after a restart of the service.
 */
export function useDisplayedSearch(
  latest: QueryAnswer<'Search'> | undefined,
  isHeld: boolean,
  question: string | undefined = latest?.query_id,
): DisplayedSearch {
  // `received` is the answer as received. `answer` reuses the objects of unchanged events.
  const [shown, setShown] = useState({
    received: latest,
    answer: latest,
    question,
    newIds: new Set<string>(),
  })
  const isSameQuestion = shown.question === question && shown.answer !== undefined && latest !== undefined
  const arrivedIds = latest === shown.received ? [] : newEventIds(eventsOf(shown.answer), eventsOf(latest))
  const accept = () =>
    setShown({
      received: latest,
      question,
      answer: isSameQuestion ? reuseUnchangedEvents(shown.answer, latest) : latest,
      newIds: new Set(isSameQuestion && eventsOf(shown.answer).length > 0 ? arrivedIds : []),
    })
  // Derived state, set while rendering: React renders again before it paints.
  if (latest !== shown.received && !(isHeld && isSameQuestion)) accept()
  return {
    answer: shown.answer,
    newIds: shown.newIds,
    waitingCount: isHeld && isSameQuestion ? arrivedIds.length : 0,
    accept,
  }
}

function eventsOf(answer: QueryAnswer<'Search'> | undefined): readonly EventRecord[] {
  return answer?.results.events?.objects ?? []
}
