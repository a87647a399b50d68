import { parseSeverity } from '../../filter/predicate/severity-words.ts'

/** Levels that a logger writes as numbers: the lowest number of each severity, highest first. */
type Scale = readonly (readonly [min: number, severity: number])[]

/** pino, bunyan, ougai: 10 trace, 20 debug, 30 info, 40 warn, 50 error, 60 fatal. */
const tens: Scale = [
  [60, 2],
  [50, 3],
  [40, 4],
  [30, 6],
  [10, 7],
]
/** Python: 10 DEBUG, 20 INFO, 25 SUCCESS (loguru), 30 WARNING, 40 ERROR, 50 CRITICAL. */
const python: Scale = [
  [50, 2],
  [40, 3],
  [30, 4],
  [25, 5],
  [20, 6],
  [0, 7],
]
/** Monolog: 100 debug, 200 info, 250 notice, 300 warning, 400 error, 500 critical, 550 alert, 600 emerg. */
const hundreds: Scale = [
  [600, 0],
  [550, 1],
  [500, 2],
  [400, 3],
  [300, 4],
  [250, 5],
  [200, 6],
  [100, 7],
]
/** Logback, log4js: 5000 TRACE, 10000 DEBUG, 20000 INFO, 30000 WARN, 40000 ERROR, 50000 FATAL. */
const thousands: Scale = [
  [50_000, 2],
  [40_000, 3],
  [30_000, 4],
  [20_000, 6],
  [1_000, 7],
]
/** SeverityNumber of OpenTelemetry. */
const openTelemetry: Scale = [
  [21, 0],
  [19, 1],
  [18, 2],
  [17, 3],
  [13, 4],
  [10, 5],
  [9, 6],
  [1, 7],
]
/** Greater numbers are not levels. */
const maxLevel = 70_000

/** Scales of JSON members that only one logger writes. In other members, the number decides the scale. */
export const levelScales = { python, openTelemetry } as const

/** Parses a level: a word or code of parseSeverity, or a logger's number. -1 for anything else. */
export function parseLevel(value: unknown): number {
  const severity = parseSeverity(value)
  if (severity !== -1) return severity
  if (typeof value === 'number') return levelOf(value)
  if (typeof value !== 'string' || value === '' || value.length > 32) return -1
  if (/^\d{1,5}$/.test(value)) return levelOf(Number(value))
  // slog writes `ERROR+2`; other loggers pad, or write brackets.
  const [, word] = /^[\s[]*([A-Za-z]+)(?:[+-]\d+)?[\s\]]*$/.exec(value) ?? []
  return word === undefined ? -1 : parseSeverity(word)
}

/** The severity of a number on a scale; -1 for other values. */
export function parseScaled(value: unknown, scale: Scale): number {
  const number = typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !(number <= maxLevel)) return -1
  return scale.find(([min]) => number >= min)?.[1] ?? -1
}

function levelOf(level: number): number {
  if (level >= 1_000) return parseScaled(level, thousands)
  return parseScaled(level, level >= 100 ? hundreds : tens)
}
