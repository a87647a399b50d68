/**
 * Vitest runs this once, before the processes of the tests start: temporary folders of all tests are in one folder, in memory where there is
 * room, because each commit to a disk waits for it. The folder is removed at the end, whatever the tests left in it.
 */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
/** More than all tests together may write. Containers have 64 MB there by default. */
const minFreeBytes = 4 * 1024 ** 3

export default function setup(): () => void {
  const folder = mkdtempSync(path.join(hasRoom() ? memory : tmpdir(), 'millrace-tests-'))
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= minFreeBytes
  } catch {
    return false
  }
}
