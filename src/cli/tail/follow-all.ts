import type { Filter } from '../../schema/filter/condition.ts'
import type { SearchResults } from '../../schema/query/search.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { askQuery, removeQuery } from '../query/ask-query.ts'
import { defaultTimeoutSeconds } from '../query/shared-options.ts'
import { printLoss, printReturn } from './connection-notes.ts'
import type { EventPrinter } from './event-printer.ts'
import { followArrivals } from './follow-arrivals.ts'
import type { FollowOptions, SearchRequest } from './follow-newest.ts'

/** Prints every new event. */
export async function followAll(
  { type, params }: SearchRequest,
  printer: EventPrinter,
  options: FollowOptions,
  signal: AbortSignal,
): Promise<void> {
  const { lines } = options
  /** By id: counters of the earlier events, some of which may arrive while they are read. */
  const shown = new Map<number, number>()
  const showEarlier = async () => {
    if (lines === 0) return
    const query = await askQuery(
      options,
      { type, params: { ...params, page_size: lines } },
      { timeoutMs: defaultTimeoutSeconds * 1_000, signal, tell: () => {} },
    )
    await removeQuery(options, query)
    // The results of a Search.
    const { events } = query.results as SearchResults
    for (const { id, counter } of events.objects) shown.set(id, counter)
    await printer.printAll(events.objects.toReversed(), signal)
  }
  const { ts_from, timezone } = isObject(params.time_range) ? params.time_range : {}
  await followArrivals(
    options,
    {
      // Conditions in the form of a Search, which the service checks.
      filter: (params.filter ?? []) as Filter,
      ...(typeof ts_from === 'number' && { from: Math.floor(ts_from) }),
      ...(typeof timezone === 'string' && { timezone }),
    },
    {
      begun: showEarlier,
      arrived: events =>
        printer.printAll(
          events.filter(({ id, counter }) => (shown.get(id) ?? 0) < counter),
          signal,
        ),
      lost: printLoss,
      restored: printReturn,
    },
    signal,
  )
}
