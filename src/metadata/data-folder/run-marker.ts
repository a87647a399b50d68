import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Clock } from '../database/clock.ts'

/** The file that marks a running service. It is not in the metadata, which several services may share. */
function markOf(folder: string): string {
  return path.join(folder, 'running')
}

/**
 * Marks in the data folder that the service runs. If the mark exists already, the previous run ended
 * uncleanly: returns when that run began (Unix microseconds). Otherwise returns undefined.
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
