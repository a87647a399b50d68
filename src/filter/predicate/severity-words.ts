// Reads names and words as codes of severities, facilities and statuses.
import { facilities, severities, statuses } from '../../schema/event/event.ts'

/** Words for severities that log libraries and shippers use, in lower case, with their codes (RFC 5424). */
const severityWords: ReadonlyMap<string, number> = new Map([
  ...words(0, 'emergency', 'emerg', 'panic'),
  ...words(1, 'alert'),
  ...words(2, 'critical', 'crit', 'fatal', 'severe', 'dpanic', 'f', 'c'),
  ...words(3, 'error', 'err', 'erro', 'failure', 'fail', 'e'),
  ...words(4, 'warning', 'warn', 'w'),
  ...words(5, 'notice', 'success', 'n'),
  ...words(6, 'informational', 'information', 'info', 'config', 'i'),
  ...words(7, 'debug', 'debg', 'trace', 'trce', 'verbose', 'silly', 'fine', 'finer', 'finest', 'd', 't'),
])

const facilityWords: ReadonlyMap<string, number> = new Map([
  ...facilities.map((name, code) => [name.toLowerCase(), code] as const),
  ...words(0, 'kernel'),
  ...words(4, 'security'),
  ...words(9, 'clockdaemon'),
  ...words(10, 'auth-priv', 'authpriv'),
])

const maxWordLength = 20

/** Parses a severity: a code from 0 to 7, its digit as text, or a word in any case. -1 for anything else. */
export function parseSeverity(value: unknown): number {
  return codeOf(value, 7, severityWords)
}

/** Parses a facility in the same way, 0 to 23. */
export function parseFacility(value: unknown): number {
  return codeOf(value, 23, facilityWords)
}

/** Names of the fields that are stored as codes; the index is the code. */
export const codeNames = { severity: severities, facility: facilities, status: statuses } as const
export type CodedField = keyof typeof codeNames

/** The code of a name of the field (in any case), or of a word that programs use for it. */
export function parseCodeName(field: CodedField, name: string): number | undefined {
  const names: readonly string[] = codeNames[field]
  let code = names.indexOf(name.toUpperCase())
  if (code < 0 && field === 'severity') code = parseSeverity(name)
  if (code < 0 && field === 'facility') code = parseFacility(name)
  return code >= 0 ? code : undefined
}

function codeOf(value: unknown, max: number, codes: ReadonlyMap<string, number>): number {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 && value <= max ? value : -1
  if (typeof value !== 'string' || value === '' || value.length > maxWordLength) return -1
  const digit = value.charCodeAt(0) - 48
  if (digit >= 0 && digit <= 9) return codeOf(Number(value), max, codes)
  return codes.get(value) ?? codes.get(value.toLowerCase()) ?? -1
}

function words(code: number, ...names: string[]): [string, number][] {
  return names.map(name => [name, code])
}
