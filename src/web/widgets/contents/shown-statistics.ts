import { type PeriodStatistic, periodStatistics } from '../../../charts/period-figures.ts'

/**
 * The statistics that a widget's config turns on by `show_avg` and the like; empty if all are turned off.
 * Undefined if the config has no such member: the view then shows its default ones.
 */
export function shownStatistics(
  config: Readonly<Record<string, unknown>>,
): readonly PeriodStatistic[] | undefined {
  const configuredStatistics = periodStatistics.filter(name => typeof config[`show_${name}`] === 'boolean')
  return configuredStatistics.length === 0
    ? undefined
    : configuredStatistics.filter(name => config[`show_${name}`] === true)
}
