import type { EventRateResults } from '../../schema/query/event-rate.ts'
import { dayOf, secondsOfDay, startOfDay } from './calendar.ts'
import type { OracleEvent } from './events.ts'
import { countIn } from './oracle-counts.ts'
import type { OracleRange } from './oracle-range.ts'

/** The expected answer of an EventRate query, from all occurrences. */
export function oracleEventRate(matching: readonly OracleEvent[], range: OracleRange): EventRateResults {
  const { from, to, now } = range
  const details = periodsOf(range).map(period => ({
    ...period,
    count: countIn(matching, period.ts_from, period.ts_to),
  }))
  const begun = details.filter(period => period.ts_from <= now).map(period => period.count)
  const some = begun.length > 0
  return {
    totals: {
      ts_from: from,
      ts_to: to,
      drill_up_time_range: drillUp(range),
      sum: countIn(matching, from, to),
      count: begun.length,
      min: some ? Math.min(...begun) : null,
      max: some ? Math.max(...begun) : null,
      avg: some ? begun.reduce((sum, count) => sum + count) / begun.length : null,
      last: begun.at(-1) ?? null,
    },
    details,
  }
}

export function periodsOf({ bounds }: OracleRange): { ts_from: number; ts_to: number }[] {
  return bounds.slice(1).map((ts_to, i) => ({ ts_from: bounds[i] ?? 0, ts_to }))
}

/**
 * The next wider range. Less than an hour: the hours that the range touches. Less than a day: its local days.
 * A day and more: null.
 */
function drillUp({ from, to, timezone }: OracleRange): { ts_from: number; ts_to: number } | null {
  if (to - from >= secondsOfDay) return null
  const lastSecond = Math.max(from, to - 1)
  if (to - from < 3600) {
    return { ts_from: Math.floor(from / 3600) * 3600, ts_to: (Math.floor(lastSecond / 3600) + 1) * 3600 }
  }
  // A clock that goes back may show a day, for a minute, before the one it ends with.
  const days = [dayOf(lastSecond, timezone)]
  for (let second = from; second < to; second += 60) days.push(dayOf(second, timezone))
  const ts_from = startOfDay(Math.min(...days), timezone)
  const ts_to = startOfDay(Math.max(...days) + 1, timezone)
  // A day has 23 hours where the clock goes forward.
  return ts_from === from && ts_to === to ? null : { ts_from, ts_to }
}
