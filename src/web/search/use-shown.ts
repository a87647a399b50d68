import { useState } from 'react'
import type { EventRecord } from '../../schema/event-record.ts'
import type { Answer } from '../wire/queries.ts'
import { newcomers } from './newcomers.ts'

interface Shown {
  answer: Answer<'Search'> | undefined
  /** Ids that the newest accepted answer brought. */
  fresh: ReadonlySet<string>
}

/**
 * What of a search that keeps changing is on the page: the newest answer, or, while somebody reads (`paused`), the one
 * that they are reading. `waiting` counts the events that resuming would bring.
 */
export function useShown(latest: Answer<'Search'> | undefined, paused: boolean): Shown & { waiting: number } {
  const [shown, setShown] = useState<Shown>({ answer: latest, fresh: new Set() })
  const sameQuery = shown.answer?.query_id === latest?.query_id
  const arrived = latest === shown.answer ? [] : newcomers(eventsOf(shown.answer), eventsOf(latest))
  if (latest !== shown.answer && !(paused && sameQuery)) {
    // State that follows from what came in, set while drawing: React draws again at once, before anything is painted.
    setShown({
      answer: latest,
      fresh: new Set(sameQuery && eventsOf(shown.answer).length > 0 ? arrived : []),
    })
  }
  return { ...shown, waiting: paused && sameQuery ? arrived.length : 0 }
}

function eventsOf(answer: Answer<'Search'> | undefined): readonly EventRecord[] {
  return answer?.results.events?.objects ?? []
}
