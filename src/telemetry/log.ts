import { type DestinationStream, type Logger, pino } from 'pino'
import type { Settings } from '../schema/settings/settings.ts'

/** The program's own log: a pino logger. */
export type Log = Logger

/** Maximum length of each text in a line, UTF-16 units, so that a line cannot contain a whole body. */
const maxTextLength = 4_096

/**
 * Opens the program's own log. Lines are JSON, or plain text on a terminal, and go to standard error, since
 * standard output is for the output of commands. Secrets are removed from every line, and long texts are
 * truncated. Each room uses a child: log.child({ room: 'api' }).
 */
export function openLog(level: Settings['logLevel'], destination: DestinationStream = standardError()): Log {
  return pino(
    {
      level,
      base: null,
      serializers: { err: errorMembers, error: errorMembers },
      // Redacts before truncating: half of a token would not be recognized as one.
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
    // With this symbol, pino sets `lastLevel` before it writes a line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      stream.write(`<${severityOf(prefixed.lastLevel)}>${line}`)
    },
  }
  return prefixed
}

/** The members of an error that are logged. Other members may contain a whole request, with its secrets. */
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

/** Members that `plainLine` shows in a place of their own, or leaves out. */
const shownApart = new Set(['level', 'time', 'msg', 'room', 'err', 'pid', 'hostname'])

/** Formats a JSON log line for a terminal: `12:03:11 WARN  storage: text name=value`. */
export function plainLine(json: string): string {
  const line: Record<string, unknown> = JSON.parse(json)
  const level = pino.levels.labels[Number(line.level)] ?? 'info'
  const time = new Date(Number(line.time ?? Date.now())).toISOString().slice(11, 19)
  const room = line.room === undefined ? '' : `${line.room}: `
  const members = Object.entries(line)
    .filter(([name]) => !shownApart.has(name))
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return `${time} ${level.toUpperCase().padEnd(5)} ${room}${line.msg ?? ''}${members.join('')}${errorText(line.err)}\n`
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
/** Finds lines that may have such members. Others need not be parsed. */
const mayHoldSecrets = /authorization|cookie|access-key|password|secret|token/i
/** Parameters of URLs and cookies: `?AUTHTOKEN=...`. */
const secretParameter = /\b(AUTHTOKEN|password|secret_key|millrace_session)=[^\s&;"'\\]+/gi
/** Replaces a line that cannot be parsed, and so cannot be redacted or truncated. */
const unreadableLine = '{"level":50,"msg":"a line of the log could not be read and was left out"}\n'
/** Tokens, with or without the prefix of their type: `ingest-` and 48 hexadecimal digits. */
const tokenPattern = /\b((?:user|ingest)-)?[0-9a-f]{48}\b/g

/**
 * Removes secrets from a finished line of JSON: values of secret members at any depth, URL parameters,
 * cookies and tokens in texts. Working on the finished line covers every path into the log.
 */
function redact(line: string): string {
  const members = mayHoldSecrets.test(line) ? withoutSecretMembers(line) : line
  return members.replace(secretParameter, `$1=${replacement}`).replace(tokenPattern, `$1${replacement}`)
}

function withoutSecretMembers(line: string): string {
  try {
    return `${JSON.stringify(JSON.parse(line, (name, value) => (secretMember.test(name) ? replacement : value)))}\n`
  } catch {
    return unreadableLine
  }
}
