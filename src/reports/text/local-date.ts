import { LRUCache } from 'lru-cache'
import { zoneOf } from '../../time/zone.ts'

/** Maximum minutes whose text is cached: a week. */
const maxCachedMinutes = 10_080

/**
 * Formats moments (Unix seconds) as in events: YYYY/MM/DD HH:MM:SS in a zone, without the fraction. Throws
 * for an unknown zone. Minutes are cached: the times of a table are close together, and a date costs as much
 * as the rest of its row.
 */
export function localDates(timezone: string): (seconds: number) => string {
  const zone = zoneOf(timezone)
  const minutes = new LRUCache<number, string>({ max: maxCachedMinutes, memoMethod: minuteText })
  let lastSecond = Number.NaN
  let lastText = ''
  return seconds => {
    const second = Math.floor(seconds)
    if (second === lastSecond) return lastText
    const local = zone.toLocal(second)
    const minute = Math.floor(local / 60)
    lastSecond = second
    lastText = minutes.memo(minute) + twoDigits[local - minute * 60]
    return lastText
  }
}

/** A local minute since the epoch as YYYY/MM/DD HH:MM: with the colon before the seconds. */
function minuteText(minute: number): string {
  const iso = new Date(minute * 60_000).toISOString()
  return `${iso.slice(0, -14).replaceAll('-', '/')} ${iso.slice(-13, -7)}`
}

const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))
