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
 * Writes a stream into a file that is complete or as it was before: a temporary file beside it takes its place at the end. Devices,
 * pipes and whatever else is no regular file are written as they are.
 */
export async function writeWholeFile(source: Readable, file: string): Promise<void> {
  let temporary: string | undefined
  try {
    const before = statSync(file, { throwIfNoEntry: false })
    if (isWrittenDirectly(file, before)) return await pipeline(source, createWriteStream(file))
    if (before !== undefined) accessSync(file, constants.W_OK)
    // A link stays, and what it leads to is replaced.
    const place = before === undefined ? file : realpathSync(file)
    temporary = `${place}.${randomUUID()}.part`
    // Opened before anything fails: a file that is opened later would stay.
    const fd = openSync(temporary, 'wx', (before?.mode ?? 0o666) & 0o777)
    await pipeline(source, createWriteStream(temporary, { fd }))
    await rename(temporary, place)
  } catch (error) {
    source.destroy()
    if (temporary !== undefined) await rm(temporary, { force: true })
    // Nobody knows the other name.
    if (error instanceof Error && 'path' in error && error.path === temporary) error.path = file
    throw error
  }
}

/** Names of open files: /dev/stdout leads to a regular file where the shell has sent the output to one. */
const openFiles = /^\/(dev\/(stdout|stderr|fd\/)|proc\/)/

function isWrittenDirectly(file: string, before: Stats | undefined): boolean {
  return openFiles.test(path.resolve(file)) || (before !== undefined && !before.isFile())
}
