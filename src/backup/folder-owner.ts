import { stat } from 'node:fs/promises'
import { BackupError } from './backup-error.ts'

/** Throws a BackupError when a data folder is another user's: what is left in it by this one, its service could not read. */
export async function requireOwner(dataDir: string): Promise<void> {
  const { uid } = await stat(dataDir)
  if (uid !== process.getuid?.())
    throw new BackupError(
      `${dataDir} belongs to user ${uid}, and this is user ${process.getuid?.()}: run it as its owner.`,
    )
}
