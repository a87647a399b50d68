import { existsSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import type { Settings } from '../../schema/settings/settings.ts'
import { readServerAddresses } from '../../storage/clients/server/address.ts'
import { CopyError } from '../../storage/store/copy/copy-error.ts'
import {
  copyRest,
  copyWholeDay,
  planCopy,
  type SourceDay,
  untilAttached,
  verifyDay,
} from '../../storage/store/copy/copy-events.ts'
import { retryWhileAway } from '../../storage/store/copy/retry-while-away.ts'
import { openCopy } from '../../storage/store/server/open-copy.ts'
import { daySeconds } from '../../time/calendar-units.ts'
import { dateOf } from '../backup/day-lines.ts'
import { errorMessage } from '../command/error-message.ts'
import { integerBetween } from '../command/integer-option.ts'
import type { ProgramParts } from '../command/program-parts.ts'
import { configOption, settingsOrExit } from '../command/settings-or-exit.ts'
import { pluralize } from '../terminal/pluralize.ts'
import { print, printError } from '../terminal/print.ts'

const progressIntervalMs = 10_000
const maxDays = 36_500
/**
 * The command ends when the nodes that share a store have attached no copied day for this long. They look for
 * copied days every two seconds, and a large day takes a while.
 */
const attachIdleMs = 60_000

interface CopyOptions {
  from?: string
  dryRun?: boolean
  maxAge?: number
  config?: string
}

/**
 * `millrace events copy`: copies events from a data folder that no Millrace uses to ClickHouse servers. The
 * Millrace that uses the servers may run: it attaches each copied day to its events.
 */
export function eventsCommand(parts: Pick<ProgramParts, 'readSettings'>): Command {
  const command = new Command('events').description('stored events')
  command
    .command('copy')
    .description(
      'copy the events of MILLRACE_DATA_DIR to MILLRACE_CLICKHOUSE_URL, day by day, newest first; a stopped copy resumes when the command is run again',
    )
    .option('--from <folder>', 'folder of the events; default: events in the data folder')
    .option('--dry-run', 'print what would be copied, and copy nothing')
    .option(
      '--max-age <days>',
      'skip days that ended longer ago; default: skip none',
      integerBetween(1, maxDays),
    )
    .addOption(configOption())
    .action(async (options: CopyOptions) => {
      const settings = settingsOrExit(parts, options.config)
      const stop = new AbortController()
      const end = () => stop.abort(new CopyError('Stopped. Run the command again to continue.'))
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
      try {
        await copy(options, settings, stop.signal)
      } catch (error) {
        printError(errorMessage(stop.signal.aborted ? stop.signal.reason : error))
        process.exitCode = 1
      } finally {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, end)
      }
    })
  return command
}

/**
 * Copies all days that the servers lack into tables beside the events, and waits until the Millrace of the
 * servers has attached them to the events. Then compares all attached days with the folder.
 */
async function copy(
  { from, dryRun = false, maxAge }: CopyOptions,
  settings: Settings,
  signal: AbortSignal,
): Promise<void> {
  const folder = from ?? path.join(settings.dataDir, 'events')
  if (!existsSync(folder)) throw new CopyError(`There are no events in ${folder}.`)
  await using ends = await openCopy({
    folder,
    memory: settings.engineMemory,
    addresses: addressesOf(settings),
    cluster: settings.clickhouseCluster,
    isReplicated: settings.clickhouseReplicated,
    caFile: settings.clickhouseCa,
    log: printError,
    signal,
  })
  const oldestSecond = maxAge === undefined ? 0 : Date.now() / 1_000 - maxAge * daySeconds
  const plan = () => retryWhileAway(signal, () => planCopy(ends, oldestSecond))
  const days = await plan()
  if (days.length === 0) return print(`there are no events in ${folder}`)
  if (dryRun) return days.map(describe).forEach(print)

  print(
    `copied ${pluralize(await retryWhileAway(signal, () => copyRest(ends)), 'figure')} of the host and of ingest`,
  )
  for (const { day, rows } of days.filter(({ state }) => state === 'missing')) {
    await copyWholeDay(ends, day, progressOf(day, rows))
    print(`${dateOf(day)}  ${pluralize(rows, 'row')}  copied and compared`)
  }
  // A service with its own SQLite file holds a lock on the servers that `untilAttached` sees. Nodes that
  // share a PostgreSQL hold no such lock, so they get a time in which to attach a day.
  const idleMs = settings.postgresUrl === undefined ? 0 : attachIdleMs
  const waiting = await retryWhileAway(signal, () => untilAttached(ends.target, signal, idleMs))
  if (waiting > 0)
    return print(
      `copied; ${pluralize(waiting, 'day')} will be there once Millrace runs with MILLRACE_CLICKHOUSE_URL. Run this again then: it compares all days${leftOutText(days)}`,
    )
  // The server's retention may have dropped old days meanwhile.
  const after = await plan()
  const copied = after.filter(({ state }) => state === 'attached')
  for (const { day } of copied) {
    signal.throwIfAborted()
    await retryWhileAway(signal, () => verifyDay(ends, day))
  }
  const equal = copied.length === 1 ? 'equals that' : 'equal those'
  print(`${pluralize(copied.length, 'day')} on the server ${equal} in ${folder}${leftOutText(after)}`)
}

/** The end of the last line: the days in the folder that are not on the server. */
function leftOutText(days: readonly SourceDay[]): string {
  const inState = (wanted: SourceDay['state']) =>
    days.filter(({ state }) => state === wanted).map(({ day }) => dateOf(day))
  const [skipped, dropped] = [inState('skipped'), inState('dropped')]
  return [
    skipped.length > 0
      ? `; ${pluralize(skipped.length, 'day')} not copied, older than --max-age: ${skipped.join(', ')}`
      : '',
    dropped.length > 0
      ? `; ${pluralize(dropped.length, 'day')} copied before, and dropped by the retention of the server since: ${dropped.join(', ')}`
      : '',
  ].join('')
}

function addressesOf(settings: Settings) {
  const { clickhouseUrl, clickhouseUser: username, clickhousePassword: password = '' } = settings
  const addresses = clickhouseUrl && readServerAddresses(clickhouseUrl, { username, password })
  if (!addresses) throw new CopyError('MILLRACE_CLICKHOUSE_URL must name the servers that the events go to.')
  return addresses
}

const stateTexts: Record<SourceDay['state'], string> = {
  missing: 'to be copied',
  skipped: 'not copied: older than --max-age',
  dropped: 'copied, and dropped by the retention of the server since',
  verified: 'copied; Millrace has not attached it yet',
  attached: 'copied',
}

/** A day of the folder, for --dry-run. */
function describe({ day, rows, state }: SourceDay): string {
  return `${dateOf(day)}  ${pluralize(rows, 'row')}  ${stateTexts[state]}`
}

/** Returns a function that gets the copied rows of a day, and prints them at most every ten seconds. */
function progressOf(day: string, rows: number): (copiedRows: number) => void {
  let printedAt = performance.now()
  let printedRows = 0
  return copiedRows => {
    const elapsedMs = performance.now() - printedAt
    if (elapsedMs < progressIntervalMs) return
    const rate = Math.round(((copiedRows - printedRows) * 1_000) / elapsedMs)
    const percent = Math.floor((copiedRows * 100) / rows)
    print(`${dateOf(day)}  ${percent}% of ${pluralize(rows, 'row')}, ${rate} a second`)
    printedAt = performance.now()
    printedRows = copiedRows
  }
}
