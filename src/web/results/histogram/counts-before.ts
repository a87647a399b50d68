import type { Stack } from '../../../charts/bars.ts'
import type { RatePeriod } from '../../../schema/query/event-rate.ts'
import type { QueryRequest } from '../../api/queries.ts'
import { type Comparison, momentBefore } from '../../search/state/comparison.ts'
import { archiveParam, filterOf } from '../../search/state/search-requests.ts'
import type { SearchState } from '../../search/state/search-state.ts'

type Period = Pick<Stack, 'ts_from' | 'ts_to'>

/**
 * A request for the counts of the same periods a day or a week before; undefined without a comparison or
 * periods. The range begins and ends with whole periods, so that a live search asks again only when a period
 * begins.
 */
export function countsBeforeRequest(
  state: SearchState,
  periods: readonly Period[],
  zone: string,
): QueryRequest<'EventRate'> | undefined {
  const { comparison } = state
  const whole = wholePeriods(periods)
  const [first] = whole
  const last = whole.at(-1)
  if (comparison === undefined || first === undefined || last === undefined) return undefined
  return {
    type: 'EventRate',
    params: {
      time_range: {
        ts_from: momentBefore(first.ts_from, comparison, zone),
        ts_to: momentBefore(last.ts_from + lengthOf(first), comparison, zone),
        step: lengthOf(first),
        timezone: zone,
      },
      filter: filterOf(state),
      ...archiveParam(state),
    },
  }
}

/** The count of each period a day or a week before; undefined for periods that the range cuts short. */
export function countsBefore(
  periods: readonly Period[],
  details: readonly RatePeriod[],
  comparison: Comparison,
  zone: string,
): (number | undefined)[] {
  const counts = new Map(details.map(({ ts_from, count }) => [ts_from, count]))
  const whole = new Set(wholePeriods(periods))
  return periods.map(period =>
    whole.has(period) ? counts.get(momentBefore(period.ts_from, comparison, zone)) : undefined,
  )
}

/** The periods without the first one, if the range cuts it short. The last one may not be over yet. */
function wholePeriods(periods: readonly Period[]): readonly Period[] {
  const [first, second] = periods
  // Two periods do not say how long a whole one is: the range may cut the second one short too.
  if (first === undefined || second === undefined || periods.length < 3) return periods
  return lengthOf(first) < lengthOf(second) ? periods.slice(1) : periods
}

function lengthOf({ ts_from, ts_to }: Period): number {
  return ts_to - ts_from
}
