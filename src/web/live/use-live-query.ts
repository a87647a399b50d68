import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { QueryType } from '../../schema/query/query.ts'
import type { QueryRequest } from '../api/queries.ts'
import { realClock } from '../state/clock.ts'
import { type DisplayedState, displayedState } from './displayed-state.ts'
import { type ConnectionState, LiveConnection } from './live-connection.ts'
import { LiveQuery } from './live-query.ts'
import { queryApi } from './query-api.ts'
import { StopContext } from './stops.ts'

/** The connection of this page, provided while a user is signed in. */
export const LiveContext = createContext(
  new LiveConnection(() => {
    throw new Error('no connection provided')
  }, realClock),
)

/** A number: when a page changes it, all queries inside run again. */
export const RefreshContext = createContext(0)

/** The state of a query for a component. `request`: the query that it runs; undefined before the first. */
export interface WatchedQuery<T extends QueryType> extends DisplayedState<T> {
  request: QueryRequest<T> | undefined
  retry: () => void
}

/**
 * Runs a query until it is complete, or keeps it current with `follow`. The last answer stays, as stale,
 * until the next one or until another query fails.
 */
export function useLiveQuery<T extends QueryType>(
  ask: QueryRequest<T> | undefined,
  follow: boolean,
): WatchedQuery<T> {
  const connection = useContext(LiveContext)
  const refreshes = useContext(RefreshContext)
  const stops = useContext(StopContext)
  const [attempt, setAttempt] = useState(0)
  const key = ask && JSON.stringify([ask, follow])
  const [watched, setWatched] = useState<WatchedQuery<T>>({
    request: undefined,
    answer: undefined,
    error: undefined,
    elapsedMs: undefined,
    stale: false,
    question: undefined,
    retry: () => setAttempt(n => n + 1),
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another query
  useEffect(() => {
    if (key === undefined) return
    // The effect depends on `key`, not on the objects, so both values are read from it.
    const [request, follow] = JSON.parse(key) as [QueryRequest<T>, boolean]
    const question = JSON.stringify(request)
    const query = new LiveQuery(queryApi, connection, realClock, request, follow)
    setWatched(before => ({
      ...before,
      request,
      error: undefined,
      elapsedMs: undefined,
      stale: true,
    }))
    const end = query.state.watch(() => {
      const state = query.state.get()
      setWatched(before => ({ ...before, ...displayedState(before, state, question) }))
    })
    const endStop = stops.add(() => query.stop())
    void query.start()
    return () => {
      end()
      endStop()
      query.close()
    }
  }, [key, connection, attempt, refreshes, stops])
  return watched
}

export function useConnectionState(): ConnectionState {
  const { state } = useContext(LiveContext)
  return useSyncExternalStore(state.watch, state.get)
}
