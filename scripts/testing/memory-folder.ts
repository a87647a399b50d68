/**
 * Vitest runs this once, before the processes of the tests start: temporary folders of all tests are in one
 * folder, in memory if there is room, because each commit to a disk waits for it. The folder is removed at
 * the end, no matter what the tests left in it.
 */
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { emptyStoreVariable } from '../../src/storage/testing/empty-store.ts'
import { makeFolderInMemory } from './room-in-memory.ts'

/** More than all tests together may write. */
const minFreeBytes = 4 * 1024 ** 3

export default function setup(): () => void {
  const folder = makeFolderInMemory('millrace-tests', minFreeBytes, tmpdir())
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  process.env[emptyStoreVariable] = path.join(folder, 'empty-store')
  return () => {
    delete process.env[emptyStoreVariable]
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
