import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import type { QueryAnswer, QueryRequest } from '../../api/queries.ts'
import { existingQueryApi, LiveQuery } from '../../live/live-query.ts'
import { queryApi } from '../../live/query-api.ts'
import { LiveContext } from '../../live/use-live-query.ts'
import { realClock } from '../../state/clock.ts'
import { paintQueue } from './paint-queue.ts'
import type { WidgetSource } from './widget-request.ts'

/** The query of a widget and its newest answer. */
export interface WidgetQuery {
  request: QueryRequest | undefined
  /** The newest answer. */
  answer: QueryAnswer | undefined
  /** Why the query could not be created or updated; undefined while it works. */
  error: unknown
  /** `answer` is the answer to an earlier request, since `request` has none yet. */
  isStale: boolean
  retry: () => void
}

type State = Pick<WidgetQuery, 'request' | 'answer' | 'error' | 'isStale'>

/**
 * Runs the query of a widget and keeps its answer current while `isActive`. A widget off screen keeps its
 * last answer and has no query. `onLost`: the service does not know the query that it kept for the widget.
 */
export function useWidgetQuery(
  source: WidgetSource | undefined,
  isActive: boolean,
  onLost: (() => void) | undefined,
): WidgetQuery {
  const connection = useContext(LiveContext)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<State>({
    request: undefined,
    answer: undefined,
    error: undefined,
    isStale: false,
  })
  /** The newest `onLost`, so that a new function does not start the query again. */
  const lost = useRef(onLost)
  useEffect(() => {
    lost.current = onLost
  })
  const key = source && JSON.stringify(source)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` starts the query again
  useEffect(() => {
    if (key === undefined || !isActive) return
    // The effect depends on `key`, not on the object, so the source is read from it.
    const { request, ...origin } = JSON.parse(key) as WidgetSource
    const api =
      origin.kind === 'kept' ? existingQueryApi(queryApi, origin.queryId, () => lost.current?.()) : queryApi
    const follow = true
    const query = new LiveQuery(api, connection, realClock, request, follow)
    /** Identifies this query in the paint queue. */
    const owner = {}
    const isSame = (before: State) => JSON.stringify(before.request) === JSON.stringify(request)
    setState(before => ({ ...before, request, error: undefined, isStale: !isSame(before) }))
    const unwatch = query.state.watch(() => {
      const { answer, error } = query.state.get()
      paintQueue.add(owner, () =>
        setState(before => ({
          ...before,
          answer: answer ?? before.answer,
          error,
          isStale: answer === undefined && before.isStale,
        })),
      )
    })
    void query.start()
    return () => {
      paintQueue.remove(owner)
      unwatch()
      query.close()
    }
  }, [key, isActive, connection, attempt])
  const retry = useCallback(() => setAttempt(n => n + 1), [])
  return { ...state, retry }
}
