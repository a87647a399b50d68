/**
 * Local time of an IANA zone without a library: Intl knows the offsets, everything else is arithmetic. `wall` is local
 * time written as if it were UTC, in Unix seconds.
 */

const formats = new Map<string, Intl.DateTimeFormat>()

/** True for a zone that this machine knows. */
export function isZone(zone: string): boolean {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

/** Seconds to add to UTC to get local time at this moment (Unix seconds). Throws a RangeError for an unknown zone. */
export function offsetAt(seconds: number, zone: string): number {
  if (zone === 'UTC') return 0
  const whole = Math.floor(seconds)
  const parts: Record<string, number> = {}
  for (const part of formatOf(zone).formatToParts(whole * 1000)) parts[part.type] = Number(part.value)
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - whole
}

/** Local time of a moment. */
export function wallOf(seconds: number, zone: string): number {
  return seconds + offsetAt(seconds, zone)
}

/** The moment of a local time. A local time that a clock change skips or repeats gives a moment next to the change. */
export function instantOf(wall: number, zone: string): number {
  const guess = wall - offsetAt(wall, zone)
  return wall - offsetAt(guess, zone)
}

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
  }
  return format
}
