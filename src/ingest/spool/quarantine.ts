import { readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { hasErrorCode } from '../../schema/error-code.ts'

/** Folders of quarantined files: damaged files, and files that the store refused. */
export type QuarantineFolder = 'broken' | 'refused'

/** Limits of each quarantine folder. */
export interface QuarantineBounds {
  maxFiles: number
  maxBytes: number
}

const defaultBounds: QuarantineBounds = { maxFiles: 1_000, maxBytes: 512 * 1024 * 1024 }

/** Moves a file of the spool to a quarantine folder, if it exists. */
export async function moveAside(spool: string, name: string, aside: QuarantineFolder): Promise<void> {
  try {
    await rename(path.join(spool, name), path.join(spool, aside, name))
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error
  }
}

/**
 * Whether `refused` has room for another file of this size in bytes; an empty folder always has. Only the
 * operator removes files there, since they are complete and acknowledged.
 */
export async function hasRoomForRefused(
  spool: string,
  bytes: number,
  bounds: QuarantineBounds = defaultBounds,
): Promise<boolean> {
  const folder = path.join(spool, 'refused')
  const names = await readdir(folder)
  let sum = bytes
  for (const name of names) sum += await sizeOf(path.join(folder, name))
  return names.length === 0 || (names.length < bounds.maxFiles && sum <= bounds.maxBytes)
}

/**
 * Moves a spool file to a quarantine folder, if it exists. Removes the oldest damaged files beyond the
 * limits, but never the newest; returns their names. Never removes refused files: see `hasRoomForRefused`.
 */
export async function quarantineFile(
  spool: string,
  name: string,
  aside: QuarantineFolder,
  bounds: QuarantineBounds = defaultBounds,
): Promise<string[]> {
  const folder = path.join(spool, aside)
  await moveAside(spool, name, aside)
  if (aside === 'refused') return []
  const removed: string[] = []
  let files = 0
  let bytes = 0
  // Names begin with the sequence number of the file.
  for (const entry of (await readdir(folder)).sort().reverse()) {
    const file = path.join(folder, entry)
    files++
    bytes += await sizeOf(file)
    if (files === 1 || (files <= bounds.maxFiles && bytes <= bounds.maxBytes)) continue
    await rm(file, { force: true })
    removed.push(entry)
  }
  return removed
}

/** Bytes of a file; 0 if it was removed meanwhile. */
async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return 0
    throw error
  }
}
