import { readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** Where files are set aside: damaged ones, and those that the store would not have. */
export type QuarantineFolder = 'broken' | 'refused'

/** What is kept in each of the two folders at most. */
export interface QuarantineBounds {
  maxFiles: number
  maxBytes: number
}

const defaultBounds: QuarantineBounds = { maxFiles: 1_000, maxBytes: 512 * 1024 * 1024 }

/**
 * Takes a spool file out of the way, to be looked at by people, and removes the oldest of its folder until there are no more files and
 * bytes than there may be; the newest stays however large it is. Answers the names of those removed. A file that is gone is no fault.
 */
export async function quarantineFile(
  spool: string,
  name: string,
  aside: QuarantineFolder,
  bounds: QuarantineBounds = defaultBounds,
): Promise<string[]> {
  const folder = path.join(spool, aside)
  try {
    await rename(path.join(spool, name), path.join(folder, name))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const removed: string[] = []
  let files = 0
  let bytes = 0
  // Names begin with the sequence of the file.
  for (const entry of (await readdir(folder)).sort().reverse()) {
    const file = path.join(folder, entry)
    files++
    bytes += (await stat(file)).size
    if (files === 1 || (files <= bounds.maxFiles && bytes <= bounds.maxBytes)) continue
    await rm(file, { force: true })
    removed.push(entry)
  }
  return removed
}
