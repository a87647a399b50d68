import { randomUUID } from 'node:crypto'
import {
  accessSync,
  constants,
  createWriteStream,
  fchmodSync,
  openSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Writes a stream to a file, all of it or nothing: writes a temporary file beside it, which replaces the file
 * at the end. Devices, pipes and other files that are not regular are written directly.
 */
export async function writeWholeFile(source: Readable, file: string): Promise<void> {
  let temporary: string | undefined
  try {
    const existing = statSync(file, { throwIfNoEntry: false })
    if (isWrittenDirectly(file, existing)) return await pipeline(source, createWriteStream(file))
    // Renaming would replace even a file that the user may not write.
    if (existing !== undefined) accessSync(file, constants.W_OK)
    // A symbolic link to a file stays: its target is replaced.
    const target = existing === undefined ? file : realpathSync(file)
    temporary = `${target}.${randomUUID()}.part`
    // Opened here: createWriteStream would open it later. If the source failed before, the cleanup below
    // would find no file, and the file would be left behind.
    const fd = openSync(temporary, 'wx', (existing?.mode ?? 0o666) & 0o777)
    // The umask limits the mode of `openSync`, but concerns only new files.
    if (existing !== undefined) fchmodSync(fd, existing.mode & 0o777)
    await pipeline(source, createWriteStream(temporary, { fd }))
    await rename(temporary, target)
  } catch (error) {
    source.destroy()
    if (temporary !== undefined) await rm(temporary, { force: true })
    // Error messages show this path: the file that the user named, not the temporary one.
    if (error instanceof Error && 'path' in error && error.path === temporary) error.path = file
    throw error
  }
}

/**
 * Paths of files that are already open. If the shell redirects the output to a regular file, /dev/stdout
 * leads to that file, which must not be replaced while it is open.
 */
const openFiles = /^\/(dev\/(stdout|stderr|fd\/)|proc\/)/

function isWrittenDirectly(file: string, existing: Stats | undefined): boolean {
  return openFiles.test(path.resolve(file)) || (existing !== undefined && !existing.isFile())
}
