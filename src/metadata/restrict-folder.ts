import { chmod, lstat, readdir } from 'node:fs/promises'
import path from 'node:path'

/** Rights of everybody but the owner. */
const modeOfOthers = 0o077
const writeModeOfOthers = 0o022
/** Paths that are named of those that stay open. */
const maxFailed = 20

export interface RestrictResult {
  /** How many files and folders others had rights to, which have none any more. */
  restricted: number
  /** Those whose rights could not be changed, some of them; the folder itself where others may write into it. */
  failed: string[]
}

/** Takes the rights of other users from everything in the data folder, and warns of what others could read, or can. Rejects when it cannot be read. */
export async function restrictDataFolder(folder: string, warn: (message: string) => void): Promise<void> {
  const { restricted, failed } = await restrictToOwner(folder)
  if (restricted > 0) {
    const message = `Other users had rights to ${restricted} files and folders in the data folder ${folder}; they have none any more.`
    warn(message)
  }
  for (const at of failed)
    warn(`Other users of this machine have rights to ${at}; take them away with chmod go-rwx.`)
}

/**
 * Takes the rights of other users from everything in a folder; the folder itself stays as it is. A folder that is closed is not looked
 * into, nobody gets through it. Links, sockets and the like are left alone. Rejects when the folder cannot be read.
 */
export async function restrictToOwner(folder: string): Promise<RestrictResult> {
  const found: RestrictResult = { restricted: 0, failed: [] }
  if (((await lstat(folder)).mode & writeModeOfOthers) !== 0) found.failed.push(folder)
  await restrictContent(folder, found)
  return found
}

async function restrictContent(folder: string, found: RestrictResult): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() && !entry.isFile()) continue
    const at = path.join(folder, entry.name)
    try {
      const { mode } = await lstat(at)
      if ((mode & modeOfOthers) === 0) continue
      // What is in it comes first: when this is cut short, the next start goes on.
      if (entry.isDirectory()) await restrictContent(at, found)
      await chmod(at, mode & 0o700)
      found.restricted++
    } catch (error) {
      const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      if (!isGone && found.failed.length < maxFailed) found.failed.push(at)
    }
  }
}
