import type { EventRateResults } from '../schema/query/event-rate.ts'

/** Statistics of the periods of an EventRate, as widgets' settings name them. */
export const periodStatistics = ['last', 'avg', 'max', 'min'] as const
export type PeriodStatistic = (typeof periodStatistics)[number]

/** Rates are events per unit. */
type RateUnit = 'second' | 'hour' | 'day'

const unitSeconds: Readonly<Record<RateUnit, number>> = { second: 1, hour: 3_600, day: 86_400 }
/** A day with a clock change has 23 or 25 hours. */
const minDaySeconds = 23 * 3_600
const maxDaySeconds = 25 * 3_600

/** Rates of the periods of an EventRate, for the page's widget that shows a single figure. */
export interface PeriodFigures {
  unit: RateUnit
  /** Events per unit; undefined if no period has ended. */
  values: Readonly<Record<PeriodStatistic, number | undefined>>
}

/**
 * Computes the rates of periods: per day for periods of a day or longer, per hour for periods of one hour,
 * otherwise per second. The period that still runs is part of the average (its time until `now`) and of the
 * maximum (its whole length). `now`: Unix seconds.
 */
export function periodFigures({ details }: Pick<EventRateResults, 'details'>, now: number): PeriodFigures {
  const [first] = details
  const periodSeconds = first ? first.ts_to - first.ts_from : 1
  let unit: RateUnit = 'second'
  if (periodSeconds >= minDaySeconds) unit = 'day'
  else if (periodSeconds === unitSeconds.hour) unit = 'hour'
  const rates = details
    .filter(period => period.ts_from < now)
    .map(period => {
      const rate = period.count / Math.max(1, period.ts_to - period.ts_from)
      // A period of one day counts as a whole day, also with a clock change.
      const value = unit === 'day' && periodSeconds <= maxDaySeconds ? period.count : rate * unitSeconds[unit]
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
