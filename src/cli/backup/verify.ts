import { existsSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import { BackupError } from '../../backup/backup-error.ts'
import { requireOwner } from '../../backup/folder-owner.ts'
import { requireRestored } from '../../backup/unfinished-restore.ts'
import { verifyBackup, verifyFolder } from '../../backup/verify-backup.ts'
import { lockFolder } from '../../metadata/data-folder/folder-lock.ts'
import { MetadataError } from '../../metadata/database/metadata-error.ts'
import { metadataFile } from '../../metadata/sqlite/open.ts'
import type { ProgramParts } from '../command/program-parts.ts'
import { configOption, settingsOrExit } from '../command/settings-or-exit.ts'
import { reportErrors } from '../remote/remote.ts'
import { pluralize } from '../terminal/pluralize.ts'
import { print, printError } from '../terminal/print.ts'
import { dayLines } from './day-lines.ts'

/** `millrace verify`: reads all of a backup or a data folder. Exits with 1 if something is damaged. */
export function verifyCommand(parts: Pick<ProgramParts, 'readSettings'>): Command {
  return new Command('verify')
    .description(
      'read all of a backup, or of a data folder that is not in use, and compare checksums and counts',
    )
    .argument('<folder>', 'a backup or a data folder')
    .addOption(configOption())
    .action(
      reportErrors(async (given: string, { config }: { config?: string }) => {
        const folder = path.resolve(given)
        // Checked first: an unfinished restore may not have its metadata yet, and would be read as a backup.
        requireRestored(folder)
        const { lines, faults } = existsSync(metadataFile(folder))
          ? await checkFolder(folder, settingsOrExit(parts, config).engineMemory)
          : await checkBackup(folder)
        for (const line of lines) print(line)
        for (const fault of faults) printError(fault)
        if (faults.length > 0) throw new BackupError(`${pluralize(faults.length, 'fault')} in ${folder}`)
        print(`${folder} is sound`)
      }),
    )
}

/** Lines about the content, and about what is damaged. */
interface Outcome {
  lines: string[]
  faults: string[]
}

async function checkBackup(folder: string): Promise<Outcome> {
  const { manifest, faults } = await verifyBackup(folder)
  const { version, at, days, files, spoolFiles } = manifest
  const filesLine = `${pluralize(files.length, 'file')}, ${spoolFiles} of them of the spool`
  return { lines: [`made by Millrace ${version}, as of ${at}`, ...dayLines(days), filesLine], faults }
}

async function checkFolder(dataDir: string, memory: number): Promise<Outcome> {
  await requireOwner(dataDir)
  // Applies to files of the engine, too.
  process.umask(0o077)
  const unlock = lock(dataDir)
  try {
    const { days, spool, faults } = await verifyFolder({ dataDir, memory, log: printError })
    const spoolLine = `${pluralize(spool.files, 'file')} in the spool with ${pluralize(spool.rows, 'row')}`
    return { lines: [...dayLines(days), spoolLine], faults }
  } finally {
    unlock()
  }
}

/** Locks a data folder. Throws a BackupError if a Millrace uses it. */
function lock(dataDir: string): () => void {
  try {
    return lockFolder(dataDir)
  } catch (error) {
    if (!(error instanceof MetadataError)) throw error
    throw new BackupError(`${dataDir} is in use: stop its Millrace, or make a backup and verify that.`)
  }
}
