import { type DestinationStream, type Logger, pino } from 'pino'
import type { Settings } from '../schema/settings/settings.ts'
import { plainLine } from './plain-line.ts'
import { redact, unreadableLine } from './redact.ts'

export type Log = Logger

/** Maximum length of each text in a line, UTF-16 units: no text of a line is a whole body. */
const maxTextLength = 4_096

/**
 * Opens the log of the program. Its lines are JSON, or plain text on a terminal, and go to standard error:
 * standard output is for the output of commands. redact.ts removes secrets from every line, and longer texts
 * are truncated. Each room uses a child:
 *
 *     log.child({ room: 'api' })
 */
export function openLog(level: Settings['logLevel'], destination: DestinationStream = standardError()): Log {
  return pino(
    {
      level,
      base: null,
      serializers: { err: errorMembers, error: errorMembers },
      // Redacts before it truncates: a part of a token does not look like a token.
      hooks: { streamWrite: line => truncateTexts(redact(line)) },
    },
    destination,
  )
}

/**
 * Writes synchronously, so that the last line before a crash is not lost. `forJournald`: lines begin with
 * their severity, which journald reads and removes.
 */
export function standardError(forJournald = false): DestinationStream {
  const stream = pino.destination({ dest: 2, sync: true })
  if (process.stderr.isTTY) return { write: line => stream.write(plainLine(line)) }
  return forJournald ? withSeverity(stream) : stream
}

/** The syslog severity of a pino level (RFC 5424, table 2). */
function severityOf(level: number): number {
  if (level >= 60) return 2
  if (level >= 50) return 3
  if (level >= 40) return 4
  return level >= 30 ? 6 : 7
}

/** A stream that begins each line with its severity, which sd-daemon(3) calls priority: `<6>{...}`. */
export function withSeverity(stream: DestinationStream): DestinationStream {
  const prefixed = {
    // With this symbol, pino sets `lastLevel` to the level of a line before it writes the line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      stream.write(`<${severityOf(prefixed.lastLevel)}>${line}`)
    },
  }
  return prefixed
}

/** The members of an error that are logged: others may contain a whole request, with its secrets. */
function errorMembers(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  const cause = error.cause instanceof Error ? { cause: error.cause.message } : {}
  return { type: error.name, message: error.message, ...code, ...cause, stack: error.stack }
}

/** Truncates the texts of a finished line, at any depth. */
function truncateTexts(line: string): string {
  if (line.length <= maxTextLength) return line
  const shorter = (_: string, value: unknown) =>
    typeof value === 'string' && value.length > maxTextLength ? `${value.slice(0, maxTextLength)}...` : value
  try {
    return `${JSON.stringify(JSON.parse(line, shorter))}\n`
  } catch {
    return unreadableLine
  }
}
