import { type DestinationStream, type Logger, pino } from 'pino'
import type { Settings } from '../schema/settings/settings.ts'

export type Log = Logger

/** Maximum length of a text, so that a log line never contains a whole body. */
const maxText = 4_096

/**
 * Opens our own log. Lines go to standard error, since standard output is for the answers of commands: JSON,
 * or plain text on a terminal. `redact` removes secrets from every line. Rooms use a child: `log.child({
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

/** Members shown at the start of the line, or meant only for machines. */
const shownApart = new Set(['level', 'time', 'msg', 'room', 'err', 'pid', 'hostname'])

/** Formats a JSON log line for a terminal: `12:03:11 WARN  storage: text name=value`. */
export function plainLine(json: string): string {
  const line: Record<string, unknown> = JSON.parse(json)
  const level = pino.levels.labels[Number(line.level)] ?? 'info'
  const time = new Date(Number(line.time)).toISOString().slice(11, 19)
  const room = line.room === undefined ? '' : `${line.room}: `
  const rest = Object.entries(line)
    .filter(([name]) => !shownApart.has(name))
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return `${time} ${level.toUpperCase().padEnd(5)} ${room}${line.msg ?? ''}${rest.join('')}${errorText(line.err)}\n`
}

function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const text = 'stack' in error ? error.stack : 'message' in error ? error.message : undefined
  return text === undefined ? '' : `\n  ${String(text).replaceAll('\n', '\n  ')}`
}

const replacement = '[redacted]'

/** Members with secret values, in any letter case. */
const secretMember =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-lz-access-key|x-amz-firehose-access-key|password|secret|secret_key|token|authtoken)$/i
const mayHoldSecrets = /authorization|cookie|access-key|password|secret|token/i
const parameter = /\b(AUTHTOKEN|password|secret_key|millrace_session)=[^\s&;"'\\]+/gi
/** Keys of tokens, with or without their prefix. */
const key = /\b((?:user|ingest)-)?[0-9a-f]{48}\b/g

/**
 * Removes secrets from a finished line of JSON: values of secret members at any depth, URL parameters,
 * cookies and tokens in texts. Working on the finished line covers every path into the log.
 */
function redact(line: string): string {
  const members = mayHoldSecrets.test(line) ? withoutSecretMembers(line) : line
  return members.replace(parameter, `$1=${replacement}`).replace(key, `$1${replacement}`)
}

function withoutSecretMembers(line: string): string {
  try {
    return `${JSON.stringify(JSON.parse(line, (name, value) => (secretMember.test(name) ? replacement : value)))}\n`
  } catch {
    // A line that cannot be parsed cannot be redacted.
    return '{"level":50,"msg":"a line of the log could not be read and was left out"}\n'
  }
}
