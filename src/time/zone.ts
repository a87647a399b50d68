const secondsOfDay = 86_400
/** Maximum days whose offsets a zone caches: eleven years. Beyond it the cache restarts empty. */
const maxCachedDays = 4_000
/** Maximum number of cached zones. Offsets, and names in any case, share it. */
const maxCachedZones = 2_000

/**
 * A time zone. Moments are Unix seconds; a local time is written as if it were UTC, in Unix seconds too. Days
 * are numbered from 1970-01-01 on the local calendar. A local day begins at its first midnight, or at the
 * clock change that skips it, and lasts to the start of the next: 23 to 25 hours, and nothing for a date that
 * the zone skipped at the date line.
 */
export interface Zone {
  readonly name: string
  /** Seconds east of UTC at a moment. */
  offset(second: number): number
  /** Number of the local day that holds a moment. */
  dayOf(second: number): number
  /** Moment at which the local day of that number begins. */
  startOfDay(day: number): number
  /** Local time at a moment; keeps fractions. */
  toLocal(second: number): number
  /**
   * Moment of a local time: the first of two; a time that a clock change skips is later by the length of the
   * gap.
   */
  toUtc(local: number): number
}

export const utc: Zone = {
  name: 'UTC',
  offset: () => 0,
  dayOf: second => Math.floor(second / secondsOfDay),
  startOfDay: day => day * secondsOfDay,
  toLocal: second => second,
  toUtc: local => local,
}

/** By lower-case name. */
const zones = new Map<string, Zone>([
  ['utc', utc],
  ['etc/utc', utc],
])

/** The zone of an IANA name in any case; undefined for anything else, plain offsets (+05:30) among them. */
export function zoneNamed(name: string): Zone | undefined {
  if (/^[+-]/.test(name)) return undefined
  try {
    return zoneOf(name)
  } catch {
    return undefined
  }
}

/** The zone of an IANA name or of an offset (+05:30). Throws a RangeError for any other name. */
export function zoneOf(name: string): Zone {
  const key = name.toLowerCase()
  let zone = zones.get(key)
  if (zone === undefined) {
    zone = new IntlZone(name)
    if (zones.size >= maxCachedZones) zones.clear()
    zones.set(key, zone)
  }
  return zone
}

/** The offsets of one day of UTC; `changesAt` is the moment of the change, infinite on other days. */
interface DayOffsets {
  before: number
  changesAt: number
  after: number
}

/**
 * A zone whose offsets Intl knows. Asking Intl costs 1.5 microseconds, so this is done only for midnights of
 * UTC, and for the moment of a change on days with one. Requires that a zone changes its clock at most once
 * within two days.
 */
class IntlZone implements Zone {
  readonly name: string
  readonly #format: Intl.DateTimeFormat
  readonly #days = new Map<number, DayOffsets>()

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

  offset(second: number): number {
    const { before, changesAt, after } = this.#offsetsOf(Math.floor(second / secondsOfDay))
    return second < changesAt ? before : after
  }

  dayOf(second: number): number {
    const day = Math.floor(this.toLocal(second) / secondsOfDay)
    // If the clock goes back over midnight, the first midnight has already begun the next day.
    return this.startOfDay(day + 1) <= second ? day + 1 : day
  }

  startOfDay(day: number): number {
    const midnight = day * secondsOfDay
    return this.#firstMomentOf(midnight) ?? this.#changeAround(midnight)
  }

  toLocal(second: number): number {
    return second + this.offset(second)
  }

  toUtc(local: number): number {
    return this.#firstMomentOf(local) ?? local - this.offset(local - secondsOfDay)
  }

  /** The first moment at which the clock shows a local time; undefined when a change skips it. */
  #firstMomentOf(local: number): number | undefined {
    // A change back makes the offset smaller: the one before it gives the earlier moment.
    const before = this.offset(local - secondsOfDay)
    if (this.offset(local - before) === before) return local - before
    const after = this.offset(local + secondsOfDay)
    return this.offset(local - after) === after ? local - after : undefined
  }

  /** The moment of the change that skips a local time. */
  #changeAround(local: number): number {
    const day = Math.floor((local - this.offset(local + secondsOfDay)) / secondsOfDay)
    const { changesAt } = this.#offsetsOf(day)
    return Number.isFinite(changesAt) ? changesAt : this.#offsetsOf(day + 1).changesAt
  }

  #offsetsOf(day: number): DayOffsets {
    const cached = this.#days.get(day)
    if (cached !== undefined) return cached
    const start = day * secondsOfDay
    const before = this.#askIntl(start)
    const after = this.#askIntl(start + secondsOfDay)
    const changesAt = before === after ? Number.POSITIVE_INFINITY : this.#changeWithin(start, before)
    const offsets = { before, changesAt, after }
    if (this.#days.size >= maxCachedDays) this.#days.clear()
    this.#days.set(day, offsets)
    return offsets
  }

  /** The first second of the day that begins at `start` whose offset is not `before`. */
  #changeWithin(start: number, before: number): number {
    let early = start
    let late = start + secondsOfDay
    while (late - early > 1) {
      const middle = Math.floor((early + late) / 2)
      if (this.#askIntl(middle) === before) early = middle
      else late = middle
    }
    return late
  }

  #askIntl(second: number): number {
    const [month = 0, day = 0, year = 0, hour = 0, minute = 0, s = 0] = this.#format
      .format(second * 1_000)
      .split(/\D+/)
      .map(Number)
    return Date.UTC(year, month - 1, day, hour, minute, s) / 1_000 - second
  }
}
