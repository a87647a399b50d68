import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Clock } from '../database/clock.ts'

/** The mark of the service that uses a data folder. Several services may share metadata. */
function markOf(folder: string): string {
  return path.join(folder, 'running')
}

/**
 * Marks in the data folder that the service runs: a start that finds the mark follows an unclean end. Returns
 * the start (Unix microseconds) of the previous run if it ended uncleanly, otherwise undefined.
 */
export function markRunning(folder: string, clock: Clock): number | undefined {
  const mark = markOf(folder)
  const previousRun = existsSync(mark) ? Number(readFileSync(mark, 'utf8')) : Number.NaN
  writeFileSync(mark, `${clock()}\n`, { mode: 0o600, flush: true })
  return Number.isSafeInteger(previousRun) ? previousRun : undefined
}

/** Removes the mark, once everything is on disk. */
export function unmarkRunning(folder: string): void {
  rmSync(markOf(folder), { force: true })
}
