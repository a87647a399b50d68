import { type PeriodStatistic, periodStatistics } from '../../../charts/period-figures.ts'

/** The statistics chosen by `show_avg` and the like; undefined if the widget sets none of them. */
export function shownStatistics(
  config: Readonly<Record<string, unknown>>,
): readonly PeriodStatistic[] | undefined {
  const configuredStatistics = periodStatistics.filter(name => typeof config[`show_${name}`] === 'boolean')
  return configuredStatistics.length === 0
    ? undefined
    : configuredStatistics.filter(name => config[`show_${name}`] === true)
}
