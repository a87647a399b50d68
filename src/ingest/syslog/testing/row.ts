import { eventTypes, facilities, type ParsedEvent, severities } from '../../../schema/event/event.ts'
import { parseSyslog } from '../parse.ts'
import type { ParseContext } from '../parts/context.ts'

/** A line and its whole event; an absent member is empty, an absent type is SYSLOG. */
export interface Row {
  line: string
  /** ISO 8601, UTC, the fraction without trailing zeros. */
  ts: string
  host: string
  program: string
  /** FACILITY.SEVERITY */
  priority: string
  mnemonic?: string
  message: string
  extra?: Record<string, unknown>
  type?: string
}

/** Every line of the tables was received here. */
export const sender = '192.0.2.7'
export const receivedAt = Date.UTC(2026, 0, 2, 3, 5, 0) * 1000

/** Members of a row that are absent in the row and in the defaults of its table. */
const usual = { ts: '2026-01-02T03:04:05Z', host: sender, program: '', priority: 'USER.NOTICE' }
type Defaults = Partial<typeof usual>

/** Rows about one subject, and the defaults of their members. */
export type Table = readonly [
  about: string,
  defaults: Defaults,
  rows: readonly (Omit<Row, keyof Defaults> & Defaults)[],
]

/** The rows of a table with their defaults. */
export function completeRows([, defaults, rows]: Table): Row[] {
  return rows.map(row => ({ ...usual, ...defaults, ...row }))
}

export function parseText(line: string, context: Partial<ParseContext> = {}): ParsedEvent {
  const bytes = Buffer.from(line)
  return parseSyslog(bytes, 0, bytes.length, { receivedAt, sender, ...context })
}

/** The event as a row of a table. */
export function rowOf(line: string, event: ParsedEvent): Row {
  return {
    line,
    ts: isoOf(event.ts),
    host: event.host,
    program: event.program,
    priority: `${facilities[event.facility]}.${severities[event.severity]}`,
    message: event.message,
    ...(event.mnemonic === '' ? {} : { mnemonic: event.mnemonic }),
    ...(Object.keys(event.extra).length === 0 ? {} : { extra: event.extra }),
    ...(eventTypes[event.type] === 'SYSLOG' ? {} : { type: String(eventTypes[event.type]) }),
  }
}

export function isoOf(micros: number): string {
  const seconds = new Date(Math.floor(micros / 1_000_000) * 1000).toISOString().slice(0, 19)
  const fraction = String(micros % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return `${seconds}${fraction === '' ? '' : `.${fraction}`}Z`
}
