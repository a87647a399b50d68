import { Command, Option } from 'commander'
import { MillraceError } from '../../../clients/typescript/src/millrace-error.ts'
import { reconnectDelayMs } from '../../../clients/typescript/src/reconnect-delay.ts'
import { pause } from '../../async/until.ts'
import { exactNumber } from '../../charts/number-text.ts'
import type { ArrivalsRequest, EventArrivals } from '../../schema/event/event-arrivals.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import type { Filter } from '../../schema/filter/condition.ts'
import type { SearchResults } from '../../schema/query/search.ts'
import { isObject, type JsonObject } from '../../schema/text/json-object.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import { hasTypedEnd } from '../../time/parse-typed-range.ts'
import { presetSeconds } from '../../time/range.ts'
import { zoneOf } from '../../time/zone.ts'
import { ExitError } from '../command/exit-codes.ts'
import { integerBetween } from '../command/integer-option.ts'
import { followQueries } from '../live/follow-queries.ts'
import { askQuery, interruptedError, removeQuery } from '../query/ask-query.ts'
import { type ParamOptions, readParams, readRangeOption, zoneOption } from '../query/read-params.ts'
import { addFilterOption, addTimeOptions, defaultTimeoutSeconds } from '../query/shared-options.ts'
import { throwAsExit } from '../remote/refusal.ts'
import { addRemoteOptions, type RemoteOptions, reportErrors, requestJson } from '../remote/remote.ts'
import { onOneLine } from '../terminal/cell-width.ts'
import { endWithReader } from '../terminal/output.ts'
import { printError } from '../terminal/print.ts'
import { EventPrinter } from './event-printer.ts'
import { NewEvents } from './new-events.ts'

/** Pause before the next read if no more events are available. */
const pollPauseMs = 1_000
const requestTimeoutMs = 60_000
const eventsPerAnswer = 2_000

const defaultPageSize = 200
const defaultLines = 10

interface TailOptions extends ParamOptions {
  lines: number
  all?: boolean
  pageSize: number
  maxEvents?: number
  format: 'text' | 'jsonl'
}

/** `millrace tail [search...]`: prints new events as they arrive. */
export function tailCommand(): Command {
  const command = new Command('tail')
    .description('show new events as they arrive, until Ctrl-C')
    .argument('[search...]', 'as in the search box of the page: failed host:fw-* severity<=err')
    .option('-n, --lines <number>', 'earlier events to show first', integerBetween(0, 10_000), defaultLines)
    .addOption(
      new Option('-F, --format <format>', 'format of the events').choices(['text', 'jsonl']).default('text'),
    )
    .option('-a, --all', 'never skip events; default if standard output is not a terminal')
    .option(
      '--page-size <number>',
      'maximum events per update on a terminal; further ones are only counted',
      integerBetween(1, 10_000),
      defaultPageSize,
    )
    .option(
      '--max-events <number>',
      'end after this number of events',
      integerBetween(1, Number.MAX_SAFE_INTEGER),
    )
  addFilterOption(addTimeOptions(command))
  return addRemoteOptions(command).action(
    reportErrors((search: string[], options: TailOptions) => tail(search.join(' '), options)),
  )
}

async function tail(search: string, options: TailOptions): Promise<void> {
  endWithReader()
  const zone = zoneOption(options)
  const now = Date.now() / 1_000
  const { range = '1h', ...others } = options
  const from = startOf(readRangeOption(range, zone, now), zone, now)
  if (hasTypedEnd(range)) {
    const expected = 'tail does not end at a moment; expected only a start, such as since 9:00'
    throw new ExitError('usage', `--range ${range}: ${expected}.`)
  }
  const { params, notes } = await readParams(others, {}, search)
  for (const note of notes) printError(note)
  const ended = new AbortController()
  const interrupt = () => ended.abort(interruptedError())
  process.once('SIGINT', interrupt)
  const printer = new EventPrinter(options, zone, () => ended.abort())
  const request = {
    type: 'Search' as const,
    params: {
      ...params,
      // A fixed start, so that the number of matching events grows only by new ones.
      time_range: { ts_from: from, timezone: zone },
      sort: ['-last_occurrence'],
    },
  }
  // A program that reads the output needs every event; a person needs the current ones.
  const follow = options.all === true || process.stdout.isTTY !== true ? followAll : followNewest
  try {
    await follow(request, printer, options, ended.signal)
  } finally {
    process.off('SIGINT', interrupt)
  }
  if (ended.signal.reason instanceof ExitError) process.exitCode = ended.signal.reason.exitCode
}

/** The first second of a range. */
function startOf({ preset, ts_from }: TimeRange, zone: string, now: number): number {
  if (preset === undefined) return ts_from ?? Math.floor(now)
  const calendar = zoneOf(zone)
  if (preset === 'today') return calendar.startOfDay(calendar.dayOf(now))
  if (preset === 'yesterday') return calendar.startOfDay(calendar.dayOf(now) - 1)
  return Math.floor(now) - presetSeconds(preset)
}

/** Prints every new event. */
async function followAll(
  { type, params }: SearchRequest,
  printer: EventPrinter,
  options: FollowOptions,
  signal: AbortSignal,
): Promise<void> {
  const { lines } = options
  /** Counters of the earlier events, by id. Events that arrive meanwhile come again as arrivals. */
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

/** Callbacks of `followArrivals`. */
interface ArrivalListener {
  /** The first cursor was read: events that arrive after it will be delivered. */
  begun(): Promise<void>
  /** New events, and events that repeated, with their current counters. */
  arrived(events: readonly EventRecord[]): Promise<void>
  /** The connection is lost; reconnecting. */
  lost(reason: string): void
  /** The service answers again. */
  restored(): void
}

/**
 * Reads new events by a cursor until `signal` aborts. Delivers all of them, even if the service restarts or
 * the listener is slow. Throws an Error if the service refuses, or does not answer the first attempt.
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
      if (cursor === undefined || isRefusal(error)) throwAsExit(error)
      if (failures === 0) listener.lost(thrownText(error))
      await pause(reconnectDelayMs(++failures), signal)
      continue
    }
    if (failures > 0) listener.restored()
    failures = 0
    if (cursor === undefined) await listener.begun()
    await listener.arrived(answer.objects)
    cursor = answer.next
    if (!answer.has_more) await pause(pollPauseMs, signal)
  }
}

/** Whether the service refused a request, and would refuse the next too. */
function isRefusal(error: unknown): boolean {
  return error instanceof MillraceError && error.status >= 400 && error.status < 500 && error.status !== 429
}

interface FollowOptions extends RemoteOptions {
  /** Number of earlier events printed first. */
  lines: number
  pageSize: number
}

interface SearchRequest {
  type: 'Search'
  params: JsonObject
}

/** Prints the newest events of each update, and the number of events left out. */
async function followNewest(
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
            `… ${exactNumber(leftOut)} ${leftOut === 1 ? 'event' : 'events'} left out: more than ${exactNumber(events.page_size)} between two updates, or dated before them (--all leaves none out)`,
          )
        printer.print(shown)
      },
      lost: printLoss,
      restored: printReturn,
    },
    signal,
  )
}

function printLoss(reason: string): void {
  printError(`The connection is lost (${onOneLine(reason)}), trying again …`)
}

function printReturn(): void {
  printError('Connected again.')
}
