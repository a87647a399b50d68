import { type PeriodStatistic, periodStatistics } from '../../../charts/period-figures.ts'

/** The statistics chosen by `show_avg` and the like; undefined if the widget sets none of them. */
export function shownStatistics(
  config: Readonly<Record<string, unknown>>,
): readonly PeriodStatistic[] | undefined {
  const chosen = periodStatistics.filter(name => typeof config[`show_${name}`] === 'boolean')
  return chosen.length === 0 ? undefined : chosen.filter(name => config[`show_${name}`] === true)
}
