import { Command, InvalidArgumentError, Option } from 'commander'
import type { TimeRange } from '../../schema/time-range.ts'
import { presetSeconds } from '../../time/range.ts'
import { zoneOf } from '../../time/zone.ts'
import { ExitError } from '../command/exit-codes.ts'
import { interruptedError } from '../query/ask-query.ts'
import { type ParamOptions, readParams, readRangeOption, zoneOption } from '../query/read-params.ts'
import { addFilterOption, addTimeOptions, exitWithUsage } from '../query/shared-options.ts'
import { addRemoteOptions, reportErrors } from '../remote/remote.ts'
import { endWithReader } from '../terminal/output.ts'
import { printError } from '../terminal/print.ts'
import { EventPrinter } from './event-printer.ts'
import { followAll } from './follow-all.ts'
import { followNewest } from './follow-newest.ts'

const defaultPageSize = 200
const defaultFirst = 10

interface TailOptions extends ParamOptions {
  lines: number
  all?: boolean
  pageSize: number
  maxEvents?: number
  format: 'text' | 'jsonl'
}

/** `millrace tail [search...]`: prints new events as they arrive. */
export function tailCommand(): Command {
  const command = exitWithUsage(new Command('tail'))
    .description('show new events as they come in, until Ctrl-C')
    .argument('[search...]', 'as in the search box of the page: failed host:fw-* severity<=err')
    .option('-n, --lines <number>', 'earlier events to begin with', integerFrom(0, 10_000), defaultFirst)
    .addOption(
      new Option('-F, --format <format>', 'format of the events').choices(['text', 'jsonl']).default('text'),
    )
    .option('-a, --all', 'leave no event out, as where the output is no terminal')
    .option(
      '--page-size <number>',
      'events of one update on a terminal; more that come between two are counted',
      integerFrom(1, 10_000),
      defaultPageSize,
    )
    .option(
      '--max-events <number>',
      'end after this number of events',
      integerFrom(1, Number.MAX_SAFE_INTEGER),
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

function integerFrom(min: number, max: number): (text: string) => number {
  return text => {
    const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    if (!(number >= min && number <= max))
      throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`)
    return number
  }
}
