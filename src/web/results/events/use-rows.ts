import { useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import { isRunning, isUnknownQuery, type QueryAnswer } from '../../api/queries.ts'
import { queryApi } from '../../live/query-api.ts'
import { useLiveQuery, type WatchedQuery } from '../../live/use-live-query.ts'
import { pageRows } from '../../search/state/search-requests.ts'
import { currentResult, olderEventsRequest } from './older-events.ts'
import { maxRows, pagesOf } from './page-range.ts'
import { combinePages, pageQuery } from './result-pages.ts'

/** Rows of a search by index, loaded as they are scrolled to. */
export interface Rows {
  /** Number of rows that can be scrolled to. */
  count: number
  /** Number of matching events; more than `count` if not all can be scrolled to. */
  total: number
  /** Undefined until its page is loaded. */
  at: (index: number) => EventRecord | undefined
  /** Sets the rows in view, whose pages are loaded. */
  setView: (first: number, last: number) => void
  /** The events of the first page, which came with the answer. */
  first: readonly EventRecord[]
  error: unknown
  retry: () => void
}

const noEvents: readonly EventRecord[] = []
/** Pages are requested after this time without scrolling, not while the user scrolls past them. */
const settleMs = 100
/** A query that the service has forgotten is created again at most this often in a row. */
const maxReruns = 2

/**
 * The rows of a displayed answer. Rows of a live search (`isLive`) move as events arrive, so its pages after
 * the first come from a second query for older events, which runs when the user scrolls to them. Creates the
 * search again if the service has forgotten it.
 */
export function useRows(
  search: WatchedQuery<'Search'>,
  answer: QueryAnswer<'Search'> | undefined,
  isLive: boolean,
): Rows {
  const first = answer?.results.events?.objects ?? noEvents
  /** Indexes of the first and the last row in view; last -1: none yet. */
  const [view, setViewState] = useState({ first: 0, last: -1 })
  const timer = useRef(0)
  const setView = useCallback((from: number, to: number) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(
      () => setViewState(old => (old.first === from && old.last === to ? old : { first: from, last: to })),
      settleMs,
    )
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])

  const isComplete = answer !== undefined && !isRunning(answer)
  const isPastFirstPage = view.last >= pageRows && isComplete
  const older = useLiveQuery(
    isLive && isPastFirstPage && search.request
      ? olderEventsRequest(search.request, answer, first)
      : undefined,
    false,
  )
  const olderResult = currentResult(older, isLive && isPastFirstPage)
  const olderAnswer = olderResult.answer
  const pagesAnswer = isLive ? olderAnswer : answer
  const pagedCount = olderAnswer?.results.events?.item_count ?? answer?.results.events?.item_count ?? 0
  // Pages can only be read of a complete answer.
  const count = isComplete ? Math.min(maxRows, Math.max(pagedCount, first.length)) : first.length
  const id = pagesAnswer && !isRunning(pagesAnswer) ? pagesAnswer.query_id : undefined

  const visiblePages = useMemo(
    () => (id === undefined ? [] : pagesOf(view.first, view.last, count)),
    [id, view, count],
  )
  const { pages, error } = useQueries({
    queries:
      id === undefined ? [] : visiblePages.map(page => pageQuery(queryApi, id, pagesAnswer?.base_time, page)),
    combine: combinePages,
  })

  const needsOlder = olderAnswer !== undefined || olderResult.error !== undefined
  const retry = needsOlder ? older.retry : search.retry
  const isRerunning = useReruns(
    isUnknownQuery(error),
    retry,
    pages.some(page => page !== undefined),
  )
  const at = useCallback(
    (index: number) => {
      if (index < first.length) return first[index]
      return pages[visiblePages.indexOf(Math.floor(index / pageRows) + 1)]?.[index % pageRows]
    },
    [first, pages, visiblePages],
  )
  return {
    count,
    total: Math.max(pagedCount, answer?.results.totals?.count ?? 0),
    at,
    setView,
    first,
    error: isRerunning ? undefined : (error ?? olderResult.error),
    retry,
  }
}

/** Runs a lost query again, up to `maxReruns` times until pages are read. Returns whether it does. */
function useReruns(isLost: boolean, rerun: () => void, hasPages: boolean): boolean {
  const reruns = useRef(0)
  const mayRerun = isLost && reruns.current < maxReruns
  const latest = useRef(rerun)
  latest.current = rerun
  useEffect(() => {
    if (!mayRerun) return
    reruns.current += 1
    latest.current()
  }, [mayRerun])
  useEffect(() => {
    if (hasPages) reruns.current = 0
  }, [hasPages])
  return mayRerun
}
