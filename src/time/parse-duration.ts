import type { DateUnit } from './calendar-units.ts'

/** A duration in one unit, as a person typed it. */
export interface TypedDuration {
  count: number
  unit: DateUnit
}

const unitNames: ReadonlyMap<string, DateUnit> = new Map([
  ['s', 'second'],
  ['sec', 'second'],
  ['second', 'second'],
  ['m', 'minute'],
  ['min', 'minute'],
  ['minute', 'minute'],
  ['h', 'hour'],
  ['hr', 'hour'],
  ['hour', 'hour'],
  ['d', 'day'],
  ['day', 'day'],
  ['w', 'week'],
  ['wk', 'week'],
  ['week', 'week'],
  ['mo', 'month'],
  ['month', 'month'],
  ['y', 'year'],
  ['yr', 'year'],
  ['year', 'year'],
])
/** Units that may be combined, as in 1h30m, longest first. Months and years have no fixed length. */
const combinableUnits: readonly { unit: DateUnit; seconds: number }[] = [
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
]
/** Preset names such as last_2_hours have numbers of at most six digits, too. */
const maxCount = 999_999

/**
 * Parses a duration in lower case: "15m", "2 hours", "week", or several units, longest first: "1h30m" is 90
 * minutes. At most 999,999 of the shortest unit. Undefined for other texts and for zero.
 */
export function parseDuration(text: string): TypedDuration | undefined {
  const single = /^(\d{1,6})? ?([a-z]+)$/.exec(text)
  if (single) return durationOf(Number(single[1] ?? 1), unitNamed(single[2]))
  if (!/^(?:\d{1,6} ?[a-z]+ ?){2,5}$/.test(text)) return undefined
  // Each part must have a shorter unit than the part before it, so only shorter units stay in `units`.
  let units = combinableUnits
  let totalSeconds = 0
  let shortest = units[0]
  for (const [, count, name] of text.matchAll(/(\d+) ?([a-z]+)/g)) {
    const index = units.findIndex(({ unit }) => unit === unitNamed(name))
    shortest = units[index]
    if (shortest === undefined) return undefined
    totalSeconds += Number(count) * shortest.seconds
    units = units.slice(index + 1)
  }
  return shortest && durationOf(totalSeconds / shortest.seconds, shortest.unit)
}

/** The unit of a name, singular or plural. Single letters have no plural: `ms` is not minutes. */
function unitNamed(name = ''): DateUnit | undefined {
  return unitNames.get(name) ?? unitNames.get(name.replace(/(?<=..)s$/, ''))
}

function durationOf(count: number, unit: DateUnit | undefined): TypedDuration | undefined {
  return unit && count > 0 && count <= maxCount ? { count, unit } : undefined
}
