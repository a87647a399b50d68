import { spoolExtension } from '../../schema/row.ts'

const pattern = /^(\d{16})-[0-9a-f]{12}\.v2\.rb$/

/** `<sequence>-<run>.v2.rb`: names sort by sequence, and no two runs share one. */
export function spoolName(sequence: number, run: string): string {
  return `${String(sequence).padStart(16, '0')}-${run}${spoolExtension}`
}

/** The sequence of a spool file; undefined for other names. */
export function sequenceOf(name: string): number | undefined {
  const match = pattern.exec(name)
  return match === null ? undefined : Number(match[1])
}

/** Rises, and is near the microseconds of the clock, so that an emptied folder does not repeat numbers that the store knows. */
export function nextSequence(last: number, now = Date.now()): number {
  return Math.max(last + 1, now * 1_000 + Math.floor(Math.random() * 1_000))
}
