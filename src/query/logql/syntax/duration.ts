/** Nanoseconds of units; days, weeks and years as Prometheus has them. */
const units: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3_600e9,
  d: 86_400e9,
  w: 7 * 86_400e9,
  y: 365 * 86_400e9,
}
const part = /(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h|d|w|y)/g
const durationPattern = new RegExp(`^(?:${part.source})+$`)

/** Maximum duration: a hundred years. */
const maxMicros = 100 * 365 * 86_400 * 1_000_000

/**
 * Parses a duration such as `1h30m` to microseconds; undefined for other texts, for fractions of a
 * microsecond, and above a century.
 */
export function parseDuration(text: string): number | undefined {
  const micros = (parseNanos(text) ?? Number.NaN) / 1_000
  return Number.isInteger(micros) && micros <= maxMicros ? micros : undefined
}

/** Parses a duration to whole nanoseconds; undefined for other texts. */
export function parseNanos(text: string): number | undefined {
  if (!durationPattern.test(text)) return undefined
  let nanos = 0
  for (const [, number = '', unit = ''] of text.matchAll(part)) nanos += nanosOf(number, units[unit] ?? 0)
  return nanos
}

/**
 * As Go's time.ParseDuration, exact for decimals: in floating point, 1.005 s would be 1004999999.9999999 ns.
 */
function nanosOf(number: string, unit: number): number {
  const [whole = '', decimals = ''] = number.split('.')
  // Further digits are less than a nanosecond of any unit that people write decimals of.
  const fraction = decimals.slice(0, 15)
  return Number(whole) * unit + Math.floor(Number(fraction) * (unit / 10 ** fraction.length))
}

/** Units in which durations are printed, in microseconds. */
const printedUnits = [
  ['h', 3_600_000_000],
  ['m', 60_000_000],
  ['s', 1_000_000],
  ['ms', 1_000],
  ['µs', 1],
] as const

/** Formats microseconds for `parseDuration`: `1h30m`. */
export function printDuration(micros: number): string {
  let remaining = micros
  let text = ''
  for (const [unit, size] of printedUnits) {
    const count = Math.floor(remaining / size)
    if (count > 0) text += `${count}${unit}`
    remaining -= count * size
  }
  return text === '' ? '0s' : text
}
