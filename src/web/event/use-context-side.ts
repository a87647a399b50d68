import { useEffect, useState } from 'react'
import type { EventRecord } from '../../schema/event/event-record.ts'
import { isRunning } from '../api/queries.ts'
import { useLiveQuery } from '../live/use-live-query.ts'
import type { ContextScope } from '../search/state/context-scope.ts'
import { contextRequest, reaches } from './context-requests.ts'

/** The nearest events before or after an event. Looks further away while fewer than `count` are found. */
export function useContextSide(
  event: EventRecord,
  scope: ContextScope,
  side: 'before' | 'after',
  count: number,
) {
  const [reach, setReach] = useState(0)
  const query = useLiveQuery(contextRequest(event, scope, side, count, reaches[reach] ?? reaches[0]), false)
  const events = query.answer?.results.events
  const isComplete = !query.stale && query.answer !== undefined && !isRunning(query.answer)
  const isLast = reach === reaches.length - 1
  // Includes the event itself.
  const mayBeMore = isComplete && (events?.item_count ?? 0) <= count && !isLast
  useEffect(() => {
    if (mayBeMore) setReach(before => before + 1)
  }, [mayBeMore])
  return {
    events: events?.objects ?? [],
    /** Number of events known on this side. */
    count: Math.max(0, (events?.item_count ?? 0) - 1),
    isReading: query.error === undefined && (!isComplete || mayBeMore),
    error: query.error,
    retry: query.retry,
  }
}
