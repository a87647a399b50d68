import { useState } from 'react'
import type { EventRecord } from '../../schema/event-record.ts'
import type { QueryAnswer } from '../api/queries.ts'
import { newEventIds } from './new-events.ts'
import { reuseUnchangedEvents } from './reuse-events.ts'

export interface DisplayedSearch {
  answer: QueryAnswer<'Search'> | undefined
  /** Ids that the newest accepted answer brought. */
  newIds: ReadonlySet<string>
  /** Events that accepting the newest answer would bring, of those on its page. */
  waitingCount: number
  /** Shows the newest answer, also while paused. */
  accept: () => void
}

/**
 * What of a search that keeps changing is on the page: the newest answer, or, while somebody reads (`paused`), the one
 * that they are reading.
 */
export function useDisplayedSearch(
  latest: QueryAnswer<'Search'> | undefined,
  paused: boolean,
): DisplayedSearch {
  // `from` is the answer as it came; `answer` has the events that were there before as the very same objects.
  const [shown, setShown] = useState({ from: latest, answer: latest, fresh: new Set<string>() })
  const sameQuery = shown.answer?.query_id === latest?.query_id
  const arrived = latest === shown.from ? [] : newEventIds(eventsOf(shown.answer), eventsOf(latest))
  const accept = () =>
    setShown({
      from: latest,
      answer: sameQuery ? reuseUnchangedEvents(shown.answer, latest) : latest,
      fresh: new Set(sameQuery && eventsOf(shown.answer).length > 0 ? arrived : []),
    })
  // State that follows from what came in, set while drawing: React draws again at once, before anything is painted.
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
