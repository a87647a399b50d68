const maxMicros = 8.64e15

/**
 * Nanoseconds since the epoch as decimal digits (or a number), as microseconds; -1 when they are not a valid
 * time.
 */
export function nanosToMicros(value: unknown): number {
  if (typeof value === 'number') return validMicros(Math.floor(value / 1_000))
  if (typeof value !== 'string' || value.length < 4 || value.length > 20) return value === '0' ? 0 : -1
  for (let i = 0; i < value.length; i++) {
    const digit = value.charCodeAt(i) - 48
    if (digit < 0 || digit > 9) return -1
  }
  return validMicros(Number(value.slice(0, -3)))
}

/** The same from the two halves of an unsigned 64 bit number, exactly. */
export function nanoHalvesToMicros(high: number, low: number): number {
  const thousands = Math.floor(high / 1_000)
  return validMicros(thousands * 2 ** 32 + Math.floor(((high - thousands * 1_000) * 2 ** 32 + low) / 1_000))
}

/**
 * A time as documents of search engines have it: ISO 8601 text with any number of digits (UTC without a
 * zone), or a number of Unix seconds, milliseconds (from 10^11 on), microseconds (10^14) or nanoseconds
 * (10^17). -1 for anything else.
 */
export function dateToMicros(value: unknown): number {
  if (typeof value === 'number') {
    if (value >= 1e14) return validMicros(Math.round(value >= 1e17 ? value / 1_000 : value))
    return validMicros(Math.round(value * (value >= 1e11 ? 1_000 : 1_000_000)))
  }
  if (typeof value !== 'string' || value.length > 40) return -1
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,9}))?\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(
    value,
  )
  if (parts === null) return /^\d+(\.\d+)?$/.test(value) ? dateToMicros(Number(value)) : -1
  const [, day = '', time = '', fraction = '', zone = 'Z'] = parts
  const millis = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}${withColon(zone)}`)
  if (Number.isNaN(millis)) return -1
  return validMicros(millis * 1_000 + Number(fraction.padEnd(6, '0').slice(0, 6)))
}

function withColon(zone: string): string {
  return zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
}

function validMicros(micros: number): number {
  return micros >= 0 && micros <= maxMicros ? micros : -1
}
