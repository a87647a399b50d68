import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { Command, Option } from 'commander'
import { copyMetadata } from '../../metadata/copy.ts'
import { syncFolder } from '../../metadata/data-folder/create-file.ts'
import { lockFolder } from '../../metadata/data-folder/folder-lock.ts'
import { MetadataError } from '../../metadata/database/metadata-error.ts'
import type { OpenedDatabase } from '../../metadata/database/opened-database.ts'
import { openPostgres } from '../../metadata/postgres/open.ts'
import { postgresOptions } from '../../metadata/postgres/options.ts'
import { metadataFile, openSqliteFile } from '../../metadata/sqlite/open.ts'
import type { Settings } from '../../schema/settings/settings.ts'
import { openLog } from '../../telemetry/log.ts'
import { errorMessage } from '../command/error-message.ts'
import type { ProgramParts } from '../command/program-parts.ts'
import { configOption, settingsOrExit } from '../command/settings-or-exit.ts'
import { print, printError } from '../terminal/print.ts'

const places = ['sqlite', 'postgres'] as const
interface CopyOptions {
  from: (typeof places)[number]
  to: (typeof places)[number]
  config?: string
}

/**
 * `millrace metadata copy`: copies between the file in the data folder and PostgreSQL, while no server runs
 * on the folder.
 */
export function metadataCommand(parts: Pick<ProgramParts, 'readSettings'>): Command {
  const command = new Command('metadata').description(
    'users, dashboards, triggers and everything else except events',
  )
  const place = (flag: string, description: string) =>
    new Option(`${flag} <place>`, description).choices(places).makeOptionMandatory()
  command
    .command('copy')
    .description('copy all metadata from the file in MILLRACE_DATA_DIR to MILLRACE_POSTGRES_URL, or back')
    .addOption(place('--from', 'where it is'))
    .addOption(place('--to', 'where nothing is yet'))
    .addOption(configOption())
    .action(async (options: CopyOptions) => {
      const settings = settingsOrExit(parts, options.config)
      try {
        await copy(options, settings)
      } catch (error) {
        printError(errorMessage(error))
        process.exitCode = 1
      }
    })
  return command
}

async function copy({ from, to }: CopyOptions, settings: Settings): Promise<void> {
  if (from === to) throw new MetadataError('--from and --to are the same.')
  const { dataDir } = settings
  const postgres = postgresOptions(settings)
  if (postgres === undefined)
    throw new MetadataError('MILLRACE_POSTGRES_URL must name a PostgreSQL database.')
  const file = metadataFile(dataDir)
  if (from === 'sqlite' && !existsSync(file)) throw new MetadataError(`There is no metadata in ${dataDir}.`)
  if (to === 'sqlite' && existsSync(file))
    throw new MetadataError(`There is metadata in ${file} already. Move it away first.`)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockFolder(dataDir)
  try {
    // The file gets its final name when it is complete.
    const newFile = `${file}.new`
    if (to === 'sqlite') removeDatabase(newFile)
    const opened = {
      sqlite: () => openSqliteFile(dataDir, {}, to === 'sqlite' ? newFile : file),
      postgres: () => openPostgres(postgres, openLog('error'), {}),
    }
    await using source = closing(await opened[from]())
    const counts = await copyTo(source.opened, opened[to])
    if (to === 'sqlite') {
      renameSync(newFile, file)
      syncFolder(dataDir)
    }
    for (const [table, count] of counts) if (count > 0) print(`${table}  ${count}`)
    print(`copied from ${from} to ${to}; keep instance.key of ${dataDir}`)
  } finally {
    unlock()
  }
}

async function copyTo(source: OpenedDatabase, openTarget: () => Promise<OpenedDatabase>) {
  await using target = closing(await openTarget())
  return await copyMetadata(source, target.opened)
}

/** A database that is closed at the end of its scope (`await using`). */
function closing(opened: OpenedDatabase) {
  return { opened, [Symbol.asyncDispose]: () => opened.db.destroy() }
}

/** Removes a SQLite database: its file and the two files that SQLite keeps beside it. */
function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
}
