import { useState } from 'react'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import type { QueryAnswer } from '../../api/queries.ts'
import { newEventIds } from './new-events.ts'
import { reuseUnchangedEvents } from './reuse-events.ts'

export interface DisplayedSearch {
  answer: QueryAnswer<'Search'> | undefined
  /** Ids of events that the displayed answer has and the one before it had not. */
  newIds: ReadonlySet<string>
  /** Number of new events on the page that `accept` would show. */
  waitingCount: number
  /** Shows the newest answer, even while paused. */
  accept: () => void
}

/**
 * The displayed answer of a live search: the newest or, while `paused`, the one already displayed. `question`
 * identifies answers to the same question: by default the id of the query, which changes when the query has
 * to be created again, such as after a restart of the service.
 */
export function useDisplayedSearch(
  latest: QueryAnswer<'Search'> | undefined,
  paused: boolean,
  question: string | undefined = latest?.query_id,
): DisplayedSearch {
  // `from` is the answer as received; `answer` reuses the objects of unchanged events.
  const [shown, setShown] = useState({ from: latest, answer: latest, question, fresh: new Set<string>() })
  const sameQuery = shown.question === question && shown.answer !== undefined && latest !== undefined
  const arrived = latest === shown.from ? [] : newEventIds(eventsOf(shown.answer), eventsOf(latest))
  const accept = () =>
    setShown({
      from: latest,
      question,
      answer: sameQuery ? reuseUnchangedEvents(shown.answer, latest) : latest,
      fresh: new Set(sameQuery && eventsOf(shown.answer).length > 0 ? arrived : []),
    })
  // Derived state, set while rendering: React renders again before it paints.
  if (latest !== shown.from && !(paused && sameQuery)) accept()
  return {
    answer: shown.answer,
    newIds: shown.fresh,
    waitingCount: paused && sameQuery ? arrived.length : 0,
    accept,
  }
}

function eventsOf(answer: QueryAnswer<'Search'> | undefined): readonly EventRecord[] {
  return answer?.results.events?.objects ?? []
}
