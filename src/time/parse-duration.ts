import type { DateUnit } from './calendar-units.ts'

/** A duration in one unit. */
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
const addable: readonly (readonly [unit: DateUnit, seconds: number])[] = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]
/** Also the limit of numbers in preset names. */
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
  let units = addable
  let totalSeconds = 0
  let shortest: (typeof addable)[number] | undefined
  for (const [, count, name] of text.matchAll(/(\d+) ?([a-z]+)/g)) {
    const index = units.findIndex(([unit]) => unit === unitNamed(name))
    shortest = units[index]
    if (shortest === undefined) return undefined
    totalSeconds += Number(count) * shortest[1]
    units = units.slice(index + 1)
  }
  return shortest && durationOf(totalSeconds / shortest[1], shortest[0])
}

/** The unit of a name, singular or plural; letters have no plural: `ms` is milliseconds, not minutes. */
function unitNamed(name = ''): DateUnit | undefined {
  return unitNames.get(name) ?? unitNames.get(name.replace(/(?<=..)s$/, ''))
}

function durationOf(count: number, unit: DateUnit | undefined): TypedDuration | undefined {
  return unit && count > 0 && count <= maxCount ? { count, unit } : undefined
}
