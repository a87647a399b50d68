import { existsSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import { settingsName } from '../../backup/backup.ts'
import { restoreBackup } from '../../backup/restore.ts'
import { reportErrors } from '../remote/remote.ts'
import { pluralize } from '../terminal/pluralize.ts'
import { print } from '../terminal/print.ts'
import { totalRows } from './day-lines.ts'

/** `millrace restore`: restores a backup into a new data folder. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('restore a backup into a new or empty folder, comparing all checksums')
    .argument('<backup>', 'a folder created by millrace backup')
    .argument('<folder>', 'the data folder')
    .action(
      reportErrors(async (backup: string, folder: string) => {
        const target = path.resolve(folder)
        // The restored files are readable only by the current user.
        process.umask(0o077)
        const { at, days, spoolFiles, hasInstanceKey, elsewhere } = await restoreBackup(
          path.resolve(backup),
          target,
        )
        print(
          `restored ${totalRows(days)} of events on ${pluralize(days.length, 'day')} and ${pluralize(spoolFiles, 'file')} of the spool, as of ${at}`,
        )
        for (const [name, place] of Object.entries(elsewhere))
          print(`${name} was in ${place}, and is in ${path.join(target, name)} now`)
        if (!hasInstanceKey)
          print(
            `restore the instance key before the start: ${path.join(target, 'instance.key')}, or MILLRACE_INSTANCE_KEY`,
          )
        const settings = path.join(path.resolve(backup), settingsName)
        if (existsSync(settings))
          print(`its settings are in ${settings}: give them to the service before it starts`)
        print(`start it with MILLRACE_DATA_DIR=${target}`)
      }),
    )
}
