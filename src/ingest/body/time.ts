// Readers of the times that log shippers write.

/** The latest valid time, Unix microseconds: in the year 2243, and below 2^53. */
export const maxMicros = 8.64e15

/** Converts nanoseconds since the epoch, a number or decimal digits, to microseconds; -1 if invalid. */
export function nanosToMicros(value: unknown): number {
  if (typeof value === 'number') return validMicros(Math.floor(value / 1_000))
  if (typeof value !== 'string' || value === '' || value.length > 20) return -1
  for (let i = 0; i < value.length; i++) {
    const digit = value.charCodeAt(i) - 48
    if (digit < 0 || digit > 9) return -1
  }
  // Without the last three digits. Of a text of three digits or fewer, '' is left, which Number makes 0.
  return validMicros(Number(value.slice(0, -3)))
}

/**
 * Converts nanoseconds, given as the high and low 32 bits of a uint64, to microseconds without rounding
 * errors: (high * 2^32 + low) / 1000 in two parts, since a double cannot represent the number of nanoseconds.
 */
export function nanoHalvesToMicros(high: number, low: number): number {
  const quotient = Math.floor(high / 1_000)
  const remainder = high - quotient * 1_000
  return validMicros(quotient * 2 ** 32 + Math.floor((remainder * 2 ** 32 + low) / 1_000))
}

/** `2026-01-02T03:04:05.123456789+01:00`, also with a space or a comma, without seconds, fraction or zone. */
const isoTime = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,9}))?\s*(Z|[+-]\d\d:?\d\d)?$/i

/**
 * Converts a time of an Elasticsearch document to microseconds: ISO 8601 text with up to 9 fractional digits,
 * in UTC if it has no zone, or a number (also as text), whose magnitude gives its unit: seconds, from 10^11
 * milliseconds, from 10^14 microseconds, from 10^17 nanoseconds. Returns -1 for anything else.
 */
export function dateToMicros(value: unknown): number {
  if (typeof value === 'number') {
    return validMicros(Math.round(numberToMicros(value)))
  }
  if (typeof value !== 'string' || value.length > 40) return -1
  const parts = isoTime.exec(value)
  if (parts === null) return /^\d+(\.\d+)?$/.test(value) ? dateToMicros(Number(value)) : -1
  const [, day = '', time = '', fraction = '', zone = 'Z'] = parts
  const millis = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}${normalizedZone(zone)}`)
  if (Number.isNaN(millis)) return -1
  return validMicros(millis * 1_000 + Number(fraction.padEnd(6, '0').slice(0, 6)))
}

/** Converts a number to microseconds, from the unit in which its magnitude is a time of our days. */
function numberToMicros(value: number): number {
  if (value >= 1e17) return value / 1_000
  if (value >= 1e14) return value
  return value >= 1e11 ? value * 1_000 : value * 1_000_000
}

/** `+0200` as `+02:00`, `z` as `Z`. */
function normalizedZone(zone: string): string {
  return zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
}

function validMicros(micros: number): number {
  return micros >= 0 && micros <= maxMicros ? micros : -1
}
