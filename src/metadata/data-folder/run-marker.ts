import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Clock } from '../database/clock.ts'

/** The file that marks a running service. It is not in the metadata, which several services may share. */
function markerFile(folder: string): string {
  return path.join(folder, 'running')
}

/**
 * Writes the marker file of the running service. If the file exists already, the previous run ended
 * uncleanly: returns when that run began (Unix microseconds). Otherwise returns undefined.
 */
export function markRunning(folder: string, clock: Clock): number | undefined {
  const file = markerFile(folder)
  const previousRun = existsSync(file) ? Number(readFileSync(file, 'utf8')) : Number.NaN
  writeFileSync(file, `${clock()}\n`, { mode: 0o600, flush: true })
  return Number.isSafeInteger(previousRun) ? previousRun : undefined
}

/** Removes the marker file. Call it once everything is on disk. */
export function unmarkRunning(folder: string): void {
  rmSync(markerFile(folder), { force: true })
}
