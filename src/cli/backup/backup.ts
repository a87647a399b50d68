import path from 'node:path'
import { Command } from 'commander'
import { requireNewFolder, type WrittenBackup, writeBackup } from '../../backup/backup.ts'
import { openSnapshot } from '../../backup/open-snapshot.ts'
import { backedUpFolders, requireLocalData } from '../../backup/scope.ts'
import type { ProgramParts } from '../command/program-parts.ts'
import { configOption, settingsOrExit } from '../command/settings-or-exit.ts'
import { reportErrors } from '../remote/remote.ts'
import { pluralize } from '../terminal/pluralize.ts'
import { print, printError } from '../terminal/print.ts'
import { totalRows } from './day-lines.ts'

interface BackupCommandOptions {
  previous?: string
  secrets: boolean
  config?: string
}

/** `millrace backup`: copies the data folder, with or without a running server. */
export function backupCommand({
  readSettings,
  version,
}: Pick<ProgramParts, 'readSettings' | 'version'>): Command {
  return new Command('backup')
    .description('back up the data folder into a new folder; the service may be running')
    .argument('<folder>', 'the new folder, on another disk')
    .option(
      '--previous <backup>',
      'an earlier backup on the same disk: what has not changed is linked to it, not copied',
    )
    .option('--no-secrets', 'leave out the instance key and the file of settings')
    .addOption(configOption('settings as a YAML file; it is backed up too'))
    .action(
      reportErrors(async (folder: string, options: BackupCommandOptions) => {
        const settings = settingsOrExit({ readSettings }, options.config)
        requireLocalData(settings)
        const { dataDir, engineMemory: memory } = settings
        const target = path.resolve(folder)
        // Applies to files of the engine, too.
        process.umask(0o077)
        await requireNewFolder(target, dataDir)
        const folders = backedUpFolders(settings)
        await using snapshot = await openSnapshot({ dataDir, folders, memory, log: printError })
        const written = await writeBackup(snapshot, {
          dataDir,
          target,
          version,
          previous: options.previous && path.resolve(options.previous),
          withoutSecrets: !options.secrets,
          hasKeySetting: settings.instanceKey !== undefined,
          settingsFile: options.config,
        })
        for (const line of summary(written)) print(line)
      }),
    )
}

/** Lines that say what was backed up. */
function summary({ manifest, copiedBytes, linkedBytes }: WrittenBackup): string[] {
  const { at, days, spoolFiles, pausedMs, hasInstanceKey } = manifest
  const lines = [
    `backed up ${totalRows(days)} of events on ${pluralize(days.length, 'day')} and ${pluralize(spoolFiles, 'file')} of the spool, as of ${at}`,
    `${megabytes(copiedBytes)} MB copied, ${megabytes(linkedBytes)} MB linked; events waited in the spool for ${pausedMs} ms`,
  ]
  if (!hasInstanceKey)
    lines.push(
      'the backup does not contain the instance key: keep a copy elsewhere; a restored server does not start without it',
    )
  return lines
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
