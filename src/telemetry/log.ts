import { type DestinationStream, type Logger, pino } from 'pino'
import type { Settings } from '../schema/settings/settings.ts'
import { plainLine } from './plain-line.ts'
import { redact } from './redact.ts'

export type Log = Logger

/** Maximum length of a text, so that a log line never contains a whole body. */
const maxText = 4_096

/**
 * Opens our own log. Lines go to standard error, since standard output is for the answers of commands: JSON,
 * or plain text on a terminal. redact.ts removes secrets from every line. Rooms use a child: `log.child({
 * room: 'api' })`.
 */
export function openLog(level: Settings['logLevel'], destination: DestinationStream = standardError()): Log {
  return pino(
    {
      level,
      base: null,
      serializers: { err: errorMembers, error: errorMembers },
      formatters: { log: truncateTexts },
      hooks: { streamWrite: redact },
    },
    destination,
  )
}

/**
 * Writes synchronously, so that the last line before a crash is not lost. `hasPriority`: lines begin with
 * their priority (sd-daemon(3)), which journald reads and removes.
 */
export function standardError(hasPriority = false): DestinationStream {
  const stream = pino.destination({ dest: 2, sync: true })
  if (process.stderr.isTTY) return { write: line => stream.write(plainLine(line)) }
  return hasPriority ? withPriority(stream) : stream
}

/** The syslog severity of a pino level (RFC 5424, table 2). */
function priorityOf(level: number): number {
  if (level >= 60) return 2
  if (level >= 50) return 3
  if (level >= 40) return 4
  return level >= 30 ? 6 : 7
}

/** pino gives streams of this kind the level before each line. */
export function withPriority(stream: DestinationStream): DestinationStream {
  const prefixed = {
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      stream.write(`<${priorityOf(prefixed.lastLevel)}>${line}`)
    },
  }
  return prefixed
}

/** The logged members of an error; further members may hold a whole request. */
function errorMembers(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  const cause = error.cause instanceof Error ? { cause: error.cause.message } : {}
  return { type: error.name, message: error.message, ...code, ...cause, stack: error.stack }
}

function truncateTexts(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > maxText ? `${value.slice(0, maxText)}...` : value,
    ]),
  )
}
