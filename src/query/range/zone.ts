const secondsOfDay = 86_400
/** Offsets kept for each zone: eleven years of days. Past it the memory starts afresh. */
const maxKept = 4_000

/**
 * A time zone as ranges need it. Days are numbered from 1970-01-01 on the local calendar; a local day lasts from its
 * first midnight (or, where the clock jumps over midnight, from the jump) to the start of the next: 23 to 25 hours, and
 * nothing for a date that a zone left out when it crossed the date line.
 */
export interface Zone {
  /** Seconds east of UTC at a Unix second. */
  offset(second: number): number
  /** Number of the local day that holds a Unix second. */
  dayOf(second: number): number
  /** Unix second at which the local day of that number begins. */
  startOfDay(day: number): number
}

/** By lower-case name, so at most as many as there are names. */
const zones = new Map<string, Zone>()

/** The zone of an IANA name in any case, undefined when there is none. Plain offsets (+05:30) are not names. */
export function zoneNamed(name: string): Zone | undefined {
  const key = name.toLowerCase()
  const known = zones.get(key)
  if (known !== undefined) return known
  if (/^[+-]/.test(name)) return undefined
  let exact: (second: number) => number
  try {
    exact = offsetsByIntl(name)
  } catch {
    return undefined
  }
  const zone = zoneOf(exact)
  zones.set(key, zone)
  return zone
}

/** Asking Intl costs 1.5 microseconds; everything above it asks once a day of the range. */
function offsetsByIntl(name: string): (second: number) => number {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return second => {
    const [month = 0, day = 0, year = 0, hour = 0, minute = 0, s = 0] = clock
      .format(second * 1000)
      .split(/\D+/)
      .map(Number)
    return Date.UTC(year, month - 1, day, hour, minute, s) / 1000 - second
  }
}

/**
 * Takes it that a zone changes its clock at most once within two days: Intl is then asked only at midnights of UTC, and
 * in between only on days of a change.
 */
function zoneOf(exact: (second: number) => number): Zone {
  const kept = new Map<number, number>()
  const atMidnightUtc = (day: number): number => {
    let offset = kept.get(day)
    if (offset === undefined) {
      offset = exact(day * secondsOfDay)
      if (kept.size >= maxKept) kept.clear()
      kept.set(day, offset)
    }
    return offset
  }
  const offset = (second: number): number => {
    const day = Math.floor(second / secondsOfDay)
    const before = atMidnightUtc(day)
    return before === atMidnightUtc(day + 1) ? before : exact(Math.floor(second))
  }
  const startOfDay = (day: number): number => {
    const midnight = day * secondsOfDay
    const before = atMidnightUtc(day - 1)
    const after = atMidnightUtc(day + 1)
    if (before === after) return midnight - before
    // Of two midnights the first counts; where there is none, the day starts with the change.
    for (const candidate of [before, after].sort((a, b) => b - a)) {
      if (exact(midnight - candidate) === candidate) return midnight - candidate
    }
    let early = midnight - Math.max(before, after)
    let late = midnight - Math.min(before, after)
    while (late - early > 1) {
      const middle = Math.floor((early + late) / 2)
      if (exact(middle) === after) late = middle
      else early = middle
    }
    return late
  }
  const dayOf = (second: number): number => {
    const day = Math.floor((second + offset(second)) / secondsOfDay)
    // Where the clock goes back over midnight, the first midnight has already begun the next day.
    return startOfDay(day + 1) <= second ? day + 1 : day
  }
  return { offset, dayOf, startOfDay }
}
