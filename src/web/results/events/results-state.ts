import { isRunning } from '../../api/queries.ts'

/**
 * What the list of results shows: rows, or why it has none. `waiting`: there is no answer to this search
 * yet. `searching`: the answer has no events so far.
 */
export type ResultsState = 'waiting' | 'searching' | 'stopped' | 'none' | 'rows'

interface Answer {
  status: string
  results: { events?: unknown }
}

/**
 * A search that was stopped before its first events does not count as empty: the result is unknown.
 * `isStale`: the same search is being asked again. Its previous answer still counts, unless it was stopped.
 */
export function resultsState(answer: Answer | undefined, rowCount: number, isStale: boolean): ResultsState {
  const isStopped = answer?.status === 'STOPPED'
  if (rowCount > 0) return 'rows'
  if (isStopped && !isStale) return 'stopped'
  if (answer?.results.events === undefined || isStopped) return 'waiting'
  return isRunning(answer) ? 'searching' : 'none'
}
