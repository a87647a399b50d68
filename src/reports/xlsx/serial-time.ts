import { zoneOf } from '../../time/zone.ts'

/** Days of 1900-03-01 and 10000-01-01: what Excel's calendar holds without its false 29 February 1900. */
const minSerial = 61
const maxSerial = 2_958_466
const unixEpochSerial = 25_569

const bucketSeconds = 900
const maxBuckets = 10_000

/** A moment as the date-time number of spreadsheets: days since 1899-12-30, local. undefined where they have none. */
export type SerialTime = (seconds: number) => number | undefined

/**
 * Moments (Unix seconds) in the zone. Offsets are remembered for a quarter of an hour each: no zone has changed its clock anywhere else
 * since 1972, and asking takes microseconds. A double holds a serial time to better than a microsecond.
 */
export function serialTimes(zone: string): SerialTime {
  const offsets = new Map<number, number>()
  let lastBucket = Number.NaN
  let lastOffset = 0
  return seconds => {
    const at = Math.floor(seconds / bucketSeconds)
    if (at !== lastBucket) {
      let offset = offsets.get(at)
      if (offset === undefined) {
        // Date ends there; so do spreadsheets.
        if (!(Math.abs(seconds) < 8e12)) return undefined
        offset = zoneOf(zone).offset(at * bucketSeconds)
        if (offsets.size === maxBuckets) offsets.clear()
        offsets.set(at, offset)
      }
      lastBucket = at
      lastOffset = offset
    }
    const days = (seconds + lastOffset) / 86_400 + unixEpochSerial
    return days >= minSerial && days < maxSerial ? days : undefined
  }
}
