import type { ParsedEvent } from '../../../schema/event/event.ts'
import { sender } from './row.ts'

/** The parsed parts of a line; the host is `-` if the line names none. */
export type Reading = readonly [host: string, program: string, pid: string, message: string]

/**
 * A line, and how Millrace, syslog-ng 3.38 and rsyslog 8.2302 parse it; the relays only if they differ from
 * Millrace.
 */
export interface RelayRow {
  line: string
  millrace: Reading
  syslogNg?: Reading
  rsyslog?: Reading
}

/** Rows about one subject. */
export type RelayTable = readonly [about: string, rows: readonly RelayRow[]]

/** The event as a row of a table. */
export function readingOf({ host, program, extra, message }: ParsedEvent): Reading {
  return [host === sender ? '-' : host, program, String(extra.PID ?? ''), message]
}
