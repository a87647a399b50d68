import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import {
  type Answer,
  type Ask,
  type AskedType,
  createQuery,
  readQuery,
  removeQuery,
} from '../wire/queries.ts'
import { realClock } from './clock.ts'
import { type ConnectionState, LiveConnection } from './live-connection.ts'
import { LiveQuery, type QueryState, type QueryWire } from './live-query.ts'

const wire: QueryWire = { create: createQuery, read: readQuery, remove: removeQuery }

/** The connection of this page; the app provides it for as long as somebody is signed in. */
export const LiveContext = createContext(
  new LiveConnection(() => {
    throw new Error('no connection provided')
  }, realClock),
)

export interface WatchedQuery<T extends AskedType> extends QueryState<T> {
  /** What was asked last. */
  ask: Ask<T> | undefined
  /** The answer shown belongs to what was asked before; the new one is on its way. */
  stale: boolean
  /** Asks anew. */
  retry: () => void
  /** Hands in a state that came by another way (the answer to a stop). */
  take: (answer: Answer<T>) => void
}

/**
 * Asks a query and keeps its state: until complete, or for ever with `follow`. What is asked is compared by content. An
 * earlier answer stays, marked stale, until the first word on a new question.
 */
export function useLiveQuery<T extends AskedType>(ask: Ask<T> | undefined, follow: boolean): WatchedQuery<T> {
  const connection = useContext(LiveContext)
  const [attempt, setAttempt] = useState(0)
  const [watched, setWatched] = useState<WatchedQuery<T>>({
    ask: undefined,
    answer: undefined,
    error: undefined,
    elapsed: undefined,
    stale: false,
    retry: () => setAttempt(n => n + 1),
    take: () => {},
  })
  const key = ask && JSON.stringify([ask, follow, attempt])

  useEffect(() => {
    if (key === undefined) return
    // Written by the line above.
    const [asked] = JSON.parse(key) as [Ask<T>]
    const query = new LiveQuery(wire, connection, realClock, asked, follow)
    setWatched(before => ({
      ...before,
      ask: asked,
      error: undefined,
      elapsed: undefined,
      stale: true,
      take: query.take,
    }))
    const end = query.state.watch(() => {
      const state = query.state.get()
      setWatched(before =>
        // A failure before the first word leaves the old answer where it is.
        ({ ...before, ...state, answer: state.answer ?? before.answer, stale: state.answer === undefined }),
      )
    })
    void query.start()
    return () => {
      end()
      query.close()
    }
  }, [key, connection, follow])
  return watched
}

export function useConnectionState(): ConnectionState {
  const { state } = useContext(LiveContext)
  return useSyncExternalStore(state.watch, state.get)
}
