import { maxNameLength } from '../../../schema/name-length.ts'
import type { StatsParams } from '../../../schema/query/stats.ts'
import { type StatsFunction, statsFunctions } from '../../../schema/query/stats-functions.ts'

/** What the statistics of a search show. */
export interface StatisticsState {
  /** The function that is computed. */
  name: StatsFunction
  /** A field or tag; not used by `count`. */
  field: string
  /** At most two fields or tags. */
  groupBy: readonly string[]
  isOverTime: boolean
}

const defaultStatistics: StatisticsState = { name: 'count', field: '', groupBy: ['host'], isOverTime: false }

/** Maximum groups in a table, and maximum lines in a chart. */
const limits = { table: 100, chart: 12 }

/** The params of a query for these statistics. They lack the field if the user has not chosen one yet. */
export function statisticsParams({ name, field, groupBy, isOverTime }: StatisticsState): StatsParams {
  return {
    // A table shows how many events each value is of.
    functions: name === 'count' ? [name] : [name, 'count'],
    ...(name !== 'count' && field !== '' && { field }),
    group_by: [...groupBy],
    limit: isOverTime ? limits.chart : limits.table,
    with_subperiods: isOverTime,
  }
}

/** Reads the members `fn`, `of`, `by` (one for each field) and `over` of an address. */
export function readStatistics(params: URLSearchParams): StatisticsState {
  const groupBy = params
    .getAll('by')
    .map(name => name.slice(0, maxNameLength))
    .filter(name => name !== '')
  return {
    name: statsFunctions.find(name => name === params.get('fn')) ?? defaultStatistics.name,
    field: (params.get('of') ?? '').slice(0, maxNameLength),
    groupBy: params.has('by') ? groupBy.slice(0, 2) : defaultStatistics.groupBy,
    isOverTime: params.get('over') === 'time',
  }
}

/** Adds the members that do not have their default. An empty `by` means: all events in one group. */
export function writeStatistics(params: URLSearchParams, state: StatisticsState): void {
  const { name, field, groupBy, isOverTime } = state
  if (name !== defaultStatistics.name) params.set('fn', name)
  if (field !== '') params.set('of', field)
  if (groupBy.join('\n') !== defaultStatistics.groupBy.join('\n'))
    for (const one of groupBy.length === 0 ? [''] : groupBy) params.append('by', one)
  if (isOverTime) params.set('over', 'time')
}
