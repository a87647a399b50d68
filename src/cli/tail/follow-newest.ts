import { exactNumber } from '../../charts/number-text.ts'
import type { SearchResults } from '../../schema/query/search.ts'
import type { JsonObject } from '../../schema/text/json-object.ts'
import { followQueries } from '../live/follow-queries.ts'
import type { RemoteOptions } from '../remote/remote.ts'
import { onOneLine } from '../terminal/cell-width.ts'
import { printError } from '../terminal/print.ts'
import { printLoss, printReturn } from './connection-notes.ts'
import type { EventPrinter } from './event-printer.ts'
import { NewEvents } from './new-events.ts'

export interface FollowOptions extends RemoteOptions {
  /** Number of earlier events printed first. */
  lines: number
  pageSize: number
}

export interface SearchRequest {
  type: 'Search'
  params: JsonObject
}

/** Prints the newest events of each update, and the number of events left out. */
export async function followNewest(
  { type, params }: SearchRequest,
  printer: EventPrinter,
  options: FollowOptions,
  signal: AbortSignal,
): Promise<void> {
  const request = { type, params: { ...params, page_size: Math.max(options.pageSize, options.lines) } }
  const seen = new NewEvents(options.lines)
  /** The query's failure, printed once. */
  let failure: string | undefined
  await followQueries(
    options,
    [request],
    {
      update(_index, { status, results, error }) {
        if (error !== undefined && error.detail !== failure) printError(onOneLine(error.detail))
        failure = error?.detail
        if (status !== 'SUCCESS') return
        // The results of a Search.
        const { events, totals } = results as SearchResults
        const { events: shown, leftOut } = seen.take(events.objects, totals.total_count ?? totals.count)
        if (leftOut > 0)
          printError(
            `… ${exactNumber(leftOut)} events left out: more than ${exactNumber(events.page_size)} between two updates, or dated before them (--all leaves none out)`,
          )
        printer.print(shown)
      },
      lost: printLoss,
      restored: printReturn,
    },
    signal,
  )
}
