import { setTimeout } from 'node:timers/promises'
import type { ArrivalsRequest, EventArrivals } from '../../schema/event/event-arrivals.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import type { Filter } from '../../schema/filter/condition.ts'
import type { SearchResults } from '../../schema/query/search.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { isRefusal, retryDelay } from '../live/retries.ts'
import { askQuery, removeQuery, throwInWords } from '../query/ask-query.ts'
import { defaultTimeoutSeconds } from '../query/shared-options.ts'
import { type RemoteOptions, requestJson } from '../remote/remote.ts'
import { printLoss, printReturn } from './connection-notes.ts'
import type { EventPrinter } from './event-printer.ts'
import type { FollowOptions, SearchRequest } from './follow-newest.ts'

const pauseMs = 1_000
const requestTimeoutMs = 60_000
const eventsPerAnswer = 2_000

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
      { timeoutMs: defaultTimeoutSeconds * 1_000, signal, onProgress: () => {} },
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

interface ArrivalListener {
  /** The cursor is set: all events from now on will be delivered. */
  begun(): Promise<void>
  /** New events, one entry for each counter value. */
  arrived(events: readonly EventRecord[]): Promise<void>
  /** The connection is lost; reconnecting. */
  lost(reason: string): void
  /** The service answers again. */
  restored(): void
}

/**
 * Reads new events by a cursor until `signal` aborts. An absent or restarting service, or a slow listener,
 * loses none. Throws an Error if the service refuses, or does not answer the first attempt.
 */
async function followArrivals(
  remote: RemoteOptions,
  request: Omit<ArrivalsRequest, 'after' | 'limit'>,
  listener: ArrivalListener,
  signal: AbortSignal,
): Promise<void> {
  const ask = (after: string | undefined) => {
    const body = { ...request, limit: eventsPerAnswer, ...(after !== undefined && { after }) }
    return requestJson<EventArrivals>(remote, 'POST', '/api/events/arrivals', body, requestTimeoutMs, signal)
  }
  let cursor: string | undefined
  let failures = 0
  while (!signal.aborted) {
    let answer: EventArrivals
    try {
      answer = await ask(cursor)
    } catch (error) {
      if (signal.aborted) return
      if (cursor === undefined || isRefusal(error)) throwInWords(error)
      if (failures === 0) listener.lost(error instanceof Error ? error.message : String(error))
      await pause(retryDelay(failures++), signal)
      continue
    }
    if (failures > 0) listener.restored()
    failures = 0
    if (cursor === undefined) await listener.begun()
    await listener.arrived(answer.objects)
    cursor = answer.next
    if (!answer.has_more) await pause(pauseMs, signal)
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {})
}
