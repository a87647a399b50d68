import { chmod, lstat, readdir } from 'node:fs/promises'
import path from 'node:path'

/** Rights of everybody but the owner. */
const rightsOfOthers = 0o077
const writeRightsOfOthers = 0o022
/** Paths that are named of those that stay open. */
const maxNamed = 20

export interface Closed {
  /** How many files and folders others had rights to, which have none any more. */
  closed: number
  /** Those whose rights could not be changed, some of them; the folder itself where others may write into it. */
  open: string[]
}

/** Takes the rights of other users from everything in the data folder, and warns of what others could read, or can. Rejects when it cannot be read. */
export async function closeDataFolder(folder: string, warn: (message: string) => void): Promise<void> {
  const { closed, open } = await closeToOthers(folder)
  if (closed > 0) {
    const message = `Other users had rights to ${closed} files and folders in the data folder ${folder}; they have none any more.`
    warn(message)
  }
  for (const at of open)
    warn(`Other users of this machine have rights to ${at}; take them away with chmod go-rwx.`)
}

/**
 * Takes the rights of other users from everything in a folder; the folder itself stays as it is. A folder that is closed is not looked
 * into, nobody gets through it. Links, sockets and the like are left alone. Rejects when the folder cannot be read.
 */
export async function closeToOthers(folder: string): Promise<Closed> {
  const found: Closed = { closed: 0, open: [] }
  if (((await lstat(folder)).mode & writeRightsOfOthers) !== 0) found.open.push(folder)
  await closeContent(folder, found)
  return found
}

async function closeContent(folder: string, found: Closed): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() && !entry.isFile()) continue
    const at = path.join(folder, entry.name)
    try {
      const { mode } = await lstat(at)
      if ((mode & rightsOfOthers) === 0) continue
      // What is in it comes first: when this is cut short, the next start goes on.
      if (entry.isDirectory()) await closeContent(at, found)
      await chmod(at, mode & 0o700)
      found.closed++
    } catch (error) {
      const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      if (!isGone && found.open.length < maxNamed) found.open.push(at)
    }
  }
}
