import { randomUUID } from 'node:crypto'
import {
  accessSync,
  constants,
  createWriteStream,
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
 * Writes a stream into a file, which is complete or unchanged: a temporary file next to it replaces it at the
 * end. Devices, pipes and other non-regular files are written directly.
 */
export async function writeWholeFile(source: Readable, file: string): Promise<void> {
  let temporary: string | undefined
  try {
    const before = statSync(file, { throwIfNoEntry: false })
    if (isWrittenDirectly(file, before)) return await pipeline(source, createWriteStream(file))
    if (before !== undefined) accessSync(file, constants.W_OK)
    // Keeps a symbolic link, and replaces its target.
    const place = before === undefined ? file : realpathSync(file)
    temporary = `${place}.${randomUUID()}.part`
    // Opened before anything can fail: a file opened later would be left behind.
    const fd = openSync(temporary, 'wx', (before?.mode ?? 0o666) & 0o777)
    await pipeline(source, createWriteStream(temporary, { fd }))
    await rename(temporary, place)
  } catch (error) {
    source.destroy()
    if (temporary !== undefined) await rm(temporary, { force: true })
    // Shows the name that the user knows.
    if (error instanceof Error && 'path' in error && error.path === temporary) error.path = file
    throw error
  }
}

/** Names of open files. /dev/stdout points to a regular file if the shell redirects the output to one. */
const openFiles = /^\/(dev\/(stdout|stderr|fd\/)|proc\/)/

function isWrittenDirectly(file: string, before: Stats | undefined): boolean {
  return openFiles.test(path.resolve(file)) || (before !== undefined && !before.isFile())
}
