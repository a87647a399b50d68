export const daySeconds = 86_400
/** Maximum days whose offsets a zone caches: eleven years. A full cache is cleared. */
const maxCachedDays = 4_000
/** Maximum number of cached zones, including offsets such as +05:30. A full cache is cleared. */
const maxCachedZones = 2_000

/**
 * A time zone. A moment is in Unix seconds. A local time is what clocks in the zone show, written as the Unix
 * seconds at which clocks in UTC show the same. Local days are numbered from 1970-01-01. A day begins at its
 * first midnight (if a clock change skips midnight: at the change) and ends where the next day begins, after
 * 23 to 25 hours. A date that the zone skipped at the date line has length 0.
 */
export interface Zone {
  readonly name: string
  /** Seconds east of UTC at a moment. */
  offset(second: number): number
  /** Number of the local day that contains a moment. */
  dayOf(second: number): number
  /** Moment at which the local day of that number begins. */
  startOfDay(day: number): number
  /** Local time at a moment; keeps fractions. */
  toLocal(second: number): number
  /**
   * Moment of a local time. If clocks show it twice: the first moment. If a clock change skips it: later by
   * the length of the gap, so 02:30 becomes 03:30.
   */
  toUtc(local: number): number
}

export const utc: Zone = {
  name: 'UTC',
  offset: () => 0,
  dayOf: second => Math.floor(second / daySeconds),
  startOfDay: day => day * daySeconds,
  toLocal: second => second,
  toUtc: local => local,
}

/** By lower-case name. */
const zones = new Map<string, Zone>([
  ['utc', utc],
  ['etc/utc', utc],
])

/** The zone of an IANA name, in any letter case; undefined for other texts and for offsets such as +05:30. */
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

/** The offsets of one UTC day, before and after `changesAt`. Without a change, `changesAt` is infinite. */
interface DayOffsets {
  before: number
  changesAt: number
  after: number
}

/**
 * A zone whose offsets come from Intl. Since a call of Intl takes 1.5 microseconds, the zone asks only for
 * the offsets at the start and the end of a UTC day, and caches them. If they differ, a binary search finds
 * the change. Assumes at least two days between changes.
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
    const { before, changesAt, after } = this.#offsetsOf(Math.floor(second / daySeconds))
    return second < changesAt ? before : after
  }

  dayOf(second: number): number {
    const day = Math.floor(this.toLocal(second) / daySeconds)
    // If clocks are set back across midnight, the next day began at the first of two midnights.
    return this.startOfDay(day + 1) <= second ? day + 1 : day
  }

  startOfDay(day: number): number {
    const midnight = day * daySeconds
    return this.#firstMomentOf(midnight) ?? this.#changeAround(midnight)
  }

  toLocal(second: number): number {
    return second + this.offset(second)
  }

  toUtc(local: number): number {
    return this.#firstMomentOf(local) ?? local - this.offset(local - daySeconds)
  }

  /** The first moment at which the clock shows a local time; undefined when a change skips it. */
  #firstMomentOf(local: number): number | undefined {
    // Offsets are shorter than a day, so a day earlier as UTC is before the local time, a day later after it.
    // If clocks show the time twice, the offset before the change gives the earlier moment.
    const before = this.offset(local - daySeconds)
    if (this.offset(local - before) === before) return local - before
    const after = this.offset(local + daySeconds)
    return this.offset(local - after) === after ? local - after : undefined
  }

  /** The moment of the change that skips a local time. */
  #changeAround(local: number): number {
    const day = Math.floor((local - this.offset(local + daySeconds)) / daySeconds)
    const { changesAt } = this.#offsetsOf(day)
    return Number.isFinite(changesAt) ? changesAt : this.#offsetsOf(day + 1).changesAt
  }

  #offsetsOf(day: number): DayOffsets {
    const cached = this.#days.get(day)
    if (cached !== undefined) return cached
    const start = day * daySeconds
    const before = this.#offsetByIntl(start)
    const after = this.#offsetByIntl(start + daySeconds)
    const changesAt = before === after ? Number.POSITIVE_INFINITY : this.#changeWithin(start, before)
    const offsets = { before, changesAt, after }
    if (this.#days.size >= maxCachedDays) this.#days.clear()
    this.#days.set(day, offsets)
    return offsets
  }

  /** The first second with another offset than `before`, on the day of UTC that begins at `start`. */
  #changeWithin(start: number, before: number): number {
    let early = start
    let late = start + daySeconds
    while (late - early > 1) {
      const middle = Math.floor((early + late) / 2)
      if (this.#offsetByIntl(middle) === before) early = middle
      else late = middle
    }
    return late
  }

  /** The offset at a moment, from the local time that Intl formats. */
  #offsetByIntl(second: number): number {
    const [month = 0, day = 0, year = 0, hour = 0, minute = 0, s = 0] = this.#format
      .format(second * 1_000)
      .split(/\D+/)
      .map(Number)
    return Date.UTC(year, month - 1, day, hour, minute, s) / 1_000 - second
  }
}
