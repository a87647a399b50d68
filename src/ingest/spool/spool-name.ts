import { spoolExtension } from '../../schema/row.ts'

const pattern = /^(\d{16})-[0-9a-f]{12}\.v2\.rb$/

/** `<sequence>-<run>.v2.rb`: names sort by sequence, and no two runs share one. */
export function spoolName(sequence: number, run: string): string {
  return `${String(sequence).padStart(16, '0')}-${run}${spoolExtension}`
}

/** The sequence of a file; undefined when this is no name of a spool file. */
export function sequenceOf(name: string): number | undefined {
  const match = pattern.exec(name)
  return match === null ? undefined : Number(match[1])
}

/**
 * The number after `last`. It is near the microseconds of the clock, so that a folder that was emptied does not begin again with
 * numbers that the store knows, and rises whatever the clock does.
 */
export function nextSequence(last: number, now = Date.now()): number {
  return Math.max(last + 1, now * 1_000 + Math.floor(Math.random() * 1_000))
}
