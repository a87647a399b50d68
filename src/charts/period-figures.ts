import type { EventRateResults } from '../schema/query/event-rate.ts'

/** Statistics of the periods of an EventRate, by the names of the settings that show them. */
export const periodStatistics = ['last', 'avg', 'max', 'min'] as const
export type PeriodStatistic = (typeof periodStatistics)[number]

/** The unit that counts of periods are given in. */
type RateUnit = 'second' | 'hour' | 'day'

const unitSeconds: Readonly<Record<RateUnit, number>> = { second: 1, hour: 3_600, day: 86_400 }

export interface PeriodFigures {
  unit: RateUnit
  /** Counts in that unit; undefined where no period has ended. */
  values: Readonly<Record<PeriodStatistic, number | undefined>>
}

/**
 * Counts of periods as rates: a day or an hour where the periods are that long, else a second. The running
 * period counts for the average, and over its whole length for the maximum. `now`: Unix seconds of the
 * results.
 */
export function periodFigures({ details }: Pick<EventRateResults, 'details'>, now: number): PeriodFigures {
  const [first] = details
  const length = first ? first.ts_to - first.ts_from : 1
  // A day with a clock change has 23 or 25 hours.
  const unit: RateUnit = length >= 82_800 ? 'day' : length === 3_600 ? 'hour' : 'second'
  const rates = details
    .filter(period => period.ts_from < now)
    .map(period => {
      const rate = period.count / Math.max(1, period.ts_to - period.ts_from)
      // A day counts as one day, no matter how long.
      const value = unit === 'day' && length < 90_001 ? period.count : rate * unitSeconds[unit]
      return { value, isEnded: period.ts_to <= now }
    })
  const ended = rates.filter(({ isEnded }) => isEnded).map(({ value }) => value)
  const sum = details.reduce((total, period) => total + period.count, 0)
  const elapsed = first ? Math.min(now, details.at(-1)?.ts_to ?? now) - first.ts_from : 0
  const highest = rates.reduce((max, { value }) => Math.max(max, value), 0)
  return {
    unit,
    values: {
      last: ended.at(-1),
      avg: elapsed > 0 ? (sum / elapsed) * unitSeconds[unit] : undefined,
      max: rates.length > 0 ? highest : undefined,
      min: ended.length > 0 ? ended.reduce((min, value) => Math.min(min, value)) : undefined,
    },
  }
}
