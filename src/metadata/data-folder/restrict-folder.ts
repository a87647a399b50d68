import { chmod, lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { hasErrorCode } from '../../schema/error-code.ts'

/** Mode bits of all users but the owner. */
const modeOfOthers = 0o077
const writeModeOfOthers = 0o022
/** Maximum paths in `failed`. */
const maxFailed = 20

export interface RestrictResult {
  /** Files and folders whose access by others was removed. */
  restricted: number
  /** Some paths whose mode could not be changed; the folder itself when others can write to it. */
  failed: string[]
}

/** Calls `restrictToOwner`. Warns if it removed access, and of the paths in `failed`. */
export async function restrictDataFolder(folder: string, warn: (message: string) => void): Promise<void> {
  const { restricted, failed } = await restrictToOwner(folder)
  if (restricted > 0) {
    const message = `Other users had rights to ${restricted} files and folders in the data folder ${folder}; these rights were removed.`
    warn(message)
  }
  for (const failedPath of failed)
    warn(`Other users of this machine have rights to ${failedPath}; take them away with chmod go-rwx.`)
}

/**
 * Removes the access of other users to everything in a folder; the folder itself stays as it is. Skips the
 * content of folders that others cannot enter, links and sockets. Rejects when the folder cannot be read.
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
    const entryPath = path.join(folder, entry.name)
    try {
      const { mode } = await lstat(entryPath)
      if ((mode & modeOfOthers) === 0) continue
      // Restricts the content first: after an interruption, the next start resumes.
      if (entry.isDirectory()) await restrictContent(entryPath, found)
      await chmod(entryPath, mode & 0o700)
      found.restricted++
    } catch (error) {
      if (!hasErrorCode(error, 'ENOENT') && found.failed.length < maxFailed) found.failed.push(entryPath)
    }
  }
}
