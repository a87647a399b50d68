import { zoneNamed } from '../query/range/zone.ts'

/**
 * Writes moments (Unix seconds) as events do: YYYY/MM/DD HH:MM:SS in a zone, the fraction cut off. Moments of a table lie close
 * together, so the minute of the one before is kept. Throws for a zone that there is none of.
 */
export function localDates(timezone: string): (seconds: number) => string {
  const zone = zoneNamed(timezone)
  if (zone === undefined) throw new Error(`there is no time zone ${timezone}`)
  let minute = Number.NaN
  let text = ''
  return seconds => {
    const second = Math.floor(seconds)
    const local = second + zone.offset(second)
    const itsMinute = Math.floor(local / 60)
    if (itsMinute !== minute) {
      minute = itsMinute
      const iso = new Date(itsMinute * 60_000).toISOString()
      text = `${iso.slice(0, -14).replaceAll('-', '/')} ${iso.slice(-13, -7)}`
    }
    return text + twoDigits[local - itsMinute * 60]
  }
}

const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))
