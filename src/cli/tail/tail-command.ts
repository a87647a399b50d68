import { Command, InvalidArgumentError, Option } from 'commander'
import { exactNumber } from '../../charts/number-text.ts'
import type { EventRecord } from '../../schema/event-record.ts'
import type { SearchResults } from '../../schema/query/search.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import { presetSeconds } from '../../time/range.ts'
import { zoneOf } from '../../time/zone.ts'
import { ExitError } from '../exit-codes.ts'
import { followQueries } from '../live/follow-queries.ts'
import { interruptedError } from '../query/ask-query.ts'
import { type ParamOptions, readParams, readRangeOption, zoneOption } from '../query/read-params.ts'
import { addFilterOption, addTimeOptions, exitWithUsage } from '../query/shared-options.ts'
import { addRemoteOptions, reportErrors } from '../remote.ts'
import { onOneLine } from '../terminal/cell-width.ts'
import { endWithReader } from '../terminal/output.ts'
import { printError, printPainted } from '../terminal/print.ts'
import { paintFor } from '../terminal/severity-colour.ts'
import { eventLine } from './event-line.ts'
import { NewEvents } from './new-events.ts'

const defaultPageSize = 200
const defaultFirst = 10
/** Of a reader that does not keep up, in bytes: events that come then are left out. */
const maxUnread = 4 * 1024 * 1024

interface TailOptions extends ParamOptions {
  lines: number
  pageSize: number
  maxEvents?: number
  format: 'text' | 'jsonl'
}

/** `millrace tail [search...]`: new events as they come in. */
export function tailCommand(): Command {
  const command = exitWithUsage(new Command('tail'))
    .description('show new events as they come in, until Ctrl-C')
    .argument('[search...]', 'as in the search box of the page: failed host:fw-* severity<=err')
    .option('-n, --lines <number>', 'earlier events to begin with', integerFrom(0, 10_000), defaultFirst)
    .addOption(
      new Option('-F, --format <format>', 'format of the events').choices(['text', 'jsonl']).default('text'),
    )
    .option(
      '--page-size <number>',
      'events of one update; more that come between two are counted',
      integerFrom(1, 10_000),
      defaultPageSize,
    )
    .option('--max-events <number>', 'end after so many events', integerFrom(1, Number.MAX_SAFE_INTEGER))
  addFilterOption(addTimeOptions(command))
  return addRemoteOptions(command).action(
    reportErrors((search: string[], options: TailOptions) => tail(search.join(' '), options)),
  )
}

async function tail(search: string, options: TailOptions): Promise<void> {
  endWithReader()
  const zone = zoneOption(options)
  const now = Date.now() / 1_000
  const from = startOf(readRangeOption(options.range ?? '1h', zone, now), zone, now)
  const { range: _, ...others } = options
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
      // A fixed start: the number of events that match grows by those that came.
      time_range: { ts_from: from, timezone: zone },
      sort: ['-last_occurrence'],
      page_size: Math.max(options.pageSize, options.lines),
    },
  }
  const seen = new NewEvents(options.lines)
  /** What is wrong with the query, told once. */
  let failure: string | undefined
  try {
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
              `… ${exactNumber(leftOut)} events left out: more than ${exactNumber(events.page_size)} between two updates, or dated before them`,
            )
          printer.print(shown)
        },
        lost: reason => printError(`The connection is lost (${onOneLine(reason)}), trying again …`),
        restored: () => printError('Connected again.'),
      },
      ended.signal,
    )
  } finally {
    process.off('SIGINT', interrupt)
  }
  if (ended.signal.reason instanceof ExitError) process.exitCode = ended.signal.reason.exitCode
}

/** Prints events as long as its reader keeps up, and as many as are wanted. */
class EventPrinter {
  readonly #options: TailOptions
  readonly #zone: string
  readonly #onEnd: () => void
  readonly #paint = paintFor(process.stdout)
  #printed = 0
  #unread = 0

  constructor(options: TailOptions, zone: string, onEnd: () => void) {
    this.#options = options
    this.#zone = zone
    this.#onEnd = onEnd
  }

  print(events: readonly EventRecord[]): void {
    const { maxEvents = Number.POSITIVE_INFINITY } = this.#options
    for (const event of events) {
      if (this.#printed >= maxEvents) break
      if (process.stdout.writableLength > maxUnread) {
        this.#unread++
        continue
      }
      if (this.#unread > 0)
        printError(`… ${exactNumber(this.#unread)} events left out: the reader of the output is slow`)
      this.#unread = 0
      printPainted([this.#textOf(event)])
      this.#printed++
    }
    if (this.#printed >= maxEvents) this.#onEnd()
  }

  #textOf(event: EventRecord): string {
    if (this.#options.format === 'text') return eventLine(event, this.#zone, this.#paint)
    const json = JSON.stringify(event)
    return process.stdout.isTTY ? onOneLine(json) : json
  }
}

/** The first second of a range. */
function startOf({ preset, ts_from }: TimeRange, zone: string, now: number): number {
  if (preset === undefined) return ts_from ?? Math.floor(now)
  const calendar = zoneOf(zone)
  if (preset === 'today') return calendar.startOfDay(calendar.dayOf(now))
  if (preset === 'yesterday') return calendar.startOfDay(calendar.dayOf(now) - 1)
  return Math.floor(now) - presetSeconds(preset)
}

function integerFrom(min: number, max: number): (text: string) => number {
  return text => {
    const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    if (!(number >= min && number <= max))
      throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`)
    return number
  }
}
