import type { StatsParams } from '../../schema/query/stats.ts'
import type { StatsFunction } from '../../schema/query/stats-functions.ts'
import type { GroupStatsQuery } from '../../storage/contract/group-stats.ts'
import type { ParamFault } from '../param-fault.ts'
import { withEventDefaults } from './event-params.ts'
import { fieldFaults, fieldOf, isUnbounded, sameField } from './fields.ts'

export type FullStats = ReturnType<typeof fullStats>

/** The parameters of a `Stats` query with their defaults. */
export function fullStats(params: StatsParams) {
  return {
    ...withEventDefaults(params),
    ...(params.field !== undefined && { field: params.field }),
    functions: params.functions ?? (['count'] satisfies StatsFunction[]),
    group_by: params.group_by ?? [],
    limit: params.limit ?? 10,
    ascending: params.ascending ?? false,
    ignore_empty: params.ignore_empty ?? true,
    with_subperiods: params.with_subperiods ?? false,
  }
}

/** The faults of the fields and functions. */
export function statsFaults({ field, functions, group_by }: FullStats): ParamFault[] {
  const faults = field === undefined ? [] : fieldFaults('field', field)
  const ofValues = functions.find(each => each !== 'count')
  if (field === undefined && ofValues !== undefined)
    faults.push({ path: 'field', message: `expected a field, because of the function ${ofValues}` })
  const faultsOfGroups = group_by.flatMap((name, i) => fieldFaults(`group_by[${i}]`, name))
  const [first, second] = group_by
  if (faultsOfGroups.length === 0 && first !== undefined && second !== undefined && sameField(first, second))
    faults.push({ path: 'group_by[1]', message: 'expected another field than group_by[0]' })
  return [...faults, ...faultsOfGroups]
}

/** The percentiles, as the store's quantiles. */
const quantiles = { p50: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99 } as const
type Percentile = keyof typeof quantiles

export function isPercentile(name: StatsFunction): name is Percentile {
  return name in quantiles
}

/**
 * Whether the answer follows from sums of slices. Numbers of distinct values and percentiles need all values
 * at once, and the engine must group fields with too many values.
 */
export function addsUp({ functions, group_by }: FullStats): boolean {
  return (
    !functions.some(each => each === 'distinct' || isPercentile(each)) &&
    !group_by.some(name => isUnbounded(fieldOf(name)))
  )
}

/** A query of the store, apart from time and limits. */
export type StoreQuery = Omit<GroupStatsQuery, 'limit' | 'order' | 'bounds' | 'only'>

/** The query of the store that has the figures of all functions. */
export function storeQueryOf({ functions, group_by, field, ignore_empty }: FullStats): StoreQuery {
  const countsOnly = functions.every(each => each === 'count')
  return {
    by: group_by.map(fieldOf),
    ignoreEmpty: ignore_empty,
    field: field === undefined || countsOnly ? undefined : fieldOf(field),
    distinct: functions.includes('distinct'),
    quantiles: functions.filter(isPercentile).map(each => quantiles[each]),
  }
}
