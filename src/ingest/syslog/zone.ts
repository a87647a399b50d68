/** A time zone for stamps that name none. */
export interface Zone {
  readonly name: string
  /**
   * UTC seconds of a wall clock reading, given as if it were UTC seconds. A reading in the gap of a forward change is
   * taken as later by the gap; one that occurs twice is the first of the two.
   */
  toUtc(wallSeconds: number): number
}

export const utc: Zone = { name: 'UTC', toUtc: wallSeconds => wallSeconds }

/** The zone of an IANA name. Throws a RangeError that names it when there is none. */
export function zoneNamed(name: string): Zone {
  return name === 'UTC' || name === 'Etc/UTC' ? utc : new IanaZone(name)
}

const day = 86_400
/** Every change of an offset since 1970 lies on a multiple of 15 minutes UTC, Liberia's of 1972 aside. */
const bucketSeconds = 900
const maxBuckets = 4_096

class IanaZone implements Zone {
  readonly name: string
  readonly #format: Intl.DateTimeFormat
  /** Offsets by quarter of an hour, so that the slow formatter is asked seldom. */
  readonly #offsets = new Map<number, number>()

  constructor(name: string) {
    this.name = name
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  }

  toUtc(wallSeconds: number): number {
    const before = this.#offsetAt(wallSeconds - day)
    if (this.#offsetAt(wallSeconds - before) === before) return wallSeconds - before
    const after = this.#offsetAt(wallSeconds + day)
    if (this.#offsetAt(wallSeconds - after) === after) return wallSeconds - after
    return wallSeconds - before
  }

  /** Seconds east of Greenwich at that instant. */
  #offsetAt(utcSeconds: number): number {
    const bucket = Math.floor(utcSeconds / bucketSeconds)
    const known = this.#offsets.get(bucket)
    if (known !== undefined) return known
    if (this.#offsets.size >= maxBuckets) this.#offsets.clear()
    const offset = this.#wallSeconds(bucket * bucketSeconds) - bucket * bucketSeconds
    this.#offsets.set(bucket, offset)
    return offset
  }

  #wallSeconds(utcSeconds: number): number {
    const fields: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
    for (const part of this.#format.formatToParts(utcSeconds * 1000)) fields[part.type] = Number(part.value)
    const { year = 1970, month = 1, day: dayOfMonth = 1, hour = 0, minute = 0, second = 0 } = fields
    return Date.UTC(year, month - 1, dayOfMonth, hour, minute, second) / 1000
  }
}
