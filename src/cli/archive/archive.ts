import { Command } from 'commander'
import type { ArchiveCheck, ArchivedDayRecord, ArchiveRestore } from '../../schema/store/archive.ts'
import { formatBytes } from '../../schema/text/format-bytes.ts'
import { integerBetween } from '../command/integer-option.ts'
import {
  addRemoteOptions,
  listPages,
  type RemoteOptions,
  reportErrors,
  requestJson,
} from '../remote/remote.ts'
import { pluralize } from '../terminal/pluralize.ts'
import { print, printList } from '../terminal/print.ts'

const daysPath = '/api/archive/days?'
const restoresPath = '/api/archive-restore-logs'
/** Reading a day of a hundred million events takes minutes. */
const verifyTimeoutMs = 3_600_000

interface RestoreOptions extends RemoteOptions {
  keepDays: number
}

/** `millrace archive ...`: uses the interface of a running Millrace. */
export function archiveCommand(): Command {
  const command = new Command('archive').description('days of events in the archive')
  addRemoteOptions(command.command('list'))
    .description('list the archived days, the newest first')
    .action(reportErrors(list))
  addRemoteOptions(command.command('verify'))
    .description('read the files of archived days again, and compare them with what was written')
    .argument('[day]', 'such as 2026-01-31 (UTC); default: all days')
    .action(reportErrors(verify))
  addRemoteOptions(command.command('restore'))
    .description('bring a day back into the store, for queries without archives')
    .argument('<day>', 'such as 2026-01-31 (UTC)')
    .option('--keep-days <number>', 'days for which it stays', integerBetween(1, 365), 7)
    .action(reportErrors(restore))
  addRemoteOptions(command.command('restores'))
    .description('list the restores of days, the newest first')
    .action(reportErrors(restores))
  return command
}

async function list(options: RemoteOptions): Promise<void> {
  const days = await listPages<ArchivedDayRecord>(options, daysPath)
  printList(
    days.map(
      day =>
        `${day.day}  ${pluralize(day.events, 'event')}  ${formatBytes(day.bytes)}${day.is_hot ? '  also in the store' : ''}`,
    ),
    'no days are archived',
  )
}

async function verify(day: string | undefined, options: RemoteOptions): Promise<void> {
  const days =
    day === undefined ? (await listPages<ArchivedDayRecord>(options, daysPath)).map(one => one.day) : [day]
  const problems: string[] = []
  for (const one of days) {
    const check = await requestJson<ArchiveCheck>(
      options,
      'POST',
      '/api/archive/verify',
      { day: one },
      verifyTimeoutMs,
    )
    problems.push(...check.problems)
    print(`${one}: ${check.problems.length === 0 ? 'as it was written' : check.problems.join('; ')}`)
  }
  if (problems.length > 0) throw new Error(`${pluralize(problems.length, 'problem')} found`)
}

async function restore(day: string, { keepDays, ...options }: RestoreOptions): Promise<void> {
  const body = { day, keep_days: keepDays }
  const { rows } = await requestJson<ArchiveRestore>(options, 'POST', restoresPath, body)
  print(`${day} is being restored: ${pluralize(rows, 'row')}; see millrace archive restores`)
}

async function restores(options: RemoteOptions): Promise<void> {
  const entries = await listPages<ArchiveRestore>(options, `${restoresPath}?`)
  printList(
    entries.map(
      ({ day, status, requested_by, created_at, keep_until, error }) =>
        `${day}  ${status}  by ${requested_by}, begun ${timeText(created_at)}, ${error ?? `kept until ${timeText(keep_until)}`}`,
    ),
    'no day was restored',
  )
}

function timeText(second: number): string {
  return `${new Date(second * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
