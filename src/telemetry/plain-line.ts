import { pino } from 'pino'

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
