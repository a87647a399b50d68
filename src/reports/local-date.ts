import { zoneNamed } from '../time/zone.ts'

/** Minutes whose text is kept: a week. Past it the memory starts afresh. */
const maxCachedMinutes = 10_080

/**
 * Writes moments (Unix seconds) as events do: YYYY/MM/DD HH:MM:SS in a zone, the fraction cut off. Throws for a zone that there is
 * none of.
 */
export function localDates(timezone: string): (seconds: number) => string {
  const zone = zoneNamed(timezone)
  if (zone === undefined) throw new Error(`there is no time zone ${timezone}`)
  // Rows of a table lie close together, and a date costs as much as all the rest of a row.
  const kept = new Map<number, string>()
  let lastSecond = Number.NaN
  let last = ''
  return seconds => {
    const second = Math.floor(seconds)
    if (second === lastSecond) return last
    const local = second + zone.offset(second)
    const minute = Math.floor(local / 60)
    let text = kept.get(minute)
    if (text === undefined) {
      const iso = new Date(minute * 60_000).toISOString()
      text = `${iso.slice(0, -14).replaceAll('-', '/')} ${iso.slice(-13, -7)}`
      if (kept.size >= maxCachedMinutes) kept.clear()
      kept.set(minute, text)
    }
    lastSecond = second
    last = text + twoDigits[local - minute * 60]
    return last
  }
}

const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))
