import { zoneOf } from '../../time/zone.ts'

/** The days 1900-03-01 and 10000-01-01: the range of Excel's calendar after its false 29 February 1900. */
const minSerial = 61
const maxSerial = 2_958_466
const unixEpochSerial = 25_569

/**
 * Converts a moment (Unix seconds) to the date-time number of spreadsheets: days since 1899-12-30, local.
 * Undefined outside of their range. A double is precise to better than a microsecond.
 */
export type SerialTime = (seconds: number) => number | undefined

/** Serial times of a zone (IANA name). Throws for an unknown one. */
export function serialTimes(timezone: string): SerialTime {
  const zone = zoneOf(timezone)
  return seconds => {
    // Outside of this range Date is invalid, and so are spreadsheet dates.
    if (!(Math.abs(seconds) < 8e12)) return undefined
    const days = zone.toLocal(seconds) / 86_400 + unixEpochSerial
    return days >= minSerial && days < maxSerial ? days : undefined
  }
}
