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

/** A number that a page increases to run all queries of its components again. */
export const RefreshContext = createContext(0)

/** The state of a query for a component. */
export interface WatchedQuery<T extends QueryType> extends DisplayedState<T> {
  /** The request that the other members are about. Undefined before the first one, when `stale` is false. */
  request: QueryRequest<T> | undefined
  /** Runs the query again. */
  retry: () => void
}

/**
 * Runs a query until it is complete, or keeps it current with `follow`. After a change of the request, the
 * last answer stays, as stale, until the first answer to the new request or its failure. Without a request,
 * nothing runs, and the last answer and error stay.
 */
export function useLiveQuery<T extends QueryType>(
  request: QueryRequest<T> | undefined,
  follow: boolean,
): WatchedQuery<T> {
  const connection = useContext(LiveContext)
  const refreshes = useContext(RefreshContext)
  const stops = useContext(StopContext)
  const [attempt, setAttempt] = useState(0)
  const key = request && JSON.stringify([request, follow])
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
