import { stat } from 'node:fs/promises'
import { BackupError } from './backup-error.ts'

/** Throws a BackupError if another user owns the data folder, whose service could not read new files then. */
export async function requireOwner(dataDir: string): Promise<void> {
  const { uid } = await stat(dataDir)
  if (uid !== process.getuid?.())
    throw new BackupError(
      `${dataDir} belongs to user ${uid}, but you are user ${process.getuid?.()}: run it as its owner.`,
    )
}
