import { spoolExtension } from '../../schema/event/row.ts'

/** `1767323045678901-0123456789ab.v4.rb`; v2 and v3 are formats of earlier versions. */
const pattern = /^(\d{16})-[0-9a-f]{12}\.v[234]\.rb$/
const matchesPattern = /^\d{16}-[0-9a-f]{12}\.matches\.json$/

/** Name of a spool file: `<sequence>-<run>.v4.rb`. Names sort by sequence, and no two runs share a name. */
export function spoolName(sequence: number, run: string): string {
  return `${String(sequence).padStart(16, '0')}-${run}${spoolExtension}`
}

const temporary = '.tmp'

/** The name that a file has until its commit is decided. */
export function temporaryName(name: string): string {
  return name + temporary
}

export function isTemporaryName(name: string): boolean {
  return name.endsWith(temporary)
}

/** The final name for a temporary one; other names are returned unchanged. */
export function finalName(name: string): string {
  return isTemporaryName(name) ? name.slice(0, -temporary.length) : name
}

/** The sequence of a spool file; undefined for other names. */
export function sequenceOf(name: string): number | undefined {
  const match = pattern.exec(name)
  return match === null ? undefined : Number(match[1])
}

/** The name of the file with the trigger matches of a spool file. */
export function matchesName(name: string): string {
  return `${name.slice(0, name.indexOf('.'))}.matches.json`
}

export function isMatchesName(name: string): boolean {
  return matchesPattern.test(name)
}

/**
 * The next sequence number. It rises and stays near the clock in microseconds, so that an emptied folder does
 * not repeat numbers that the store knows.
 */
export function nextSequence(last: number, now = Date.now()): number {
  return Math.max(last + 1, now * 1_000 + Math.floor(Math.random() * 1_000))
}
