import { Type } from 'typebox'
import type { EventRateResults } from '../../schema/query/event-rate.ts'
import { conditionMembers, filterOf } from '../conditions.ts'
import { isoTime, shownRange } from '../present.ts'
import { rangeMembers, timeRangeOf } from '../range.ts'
import { runQuery } from '../run-query.ts'
import { defineTool } from '../tool.ts'
import { ToolError } from '../tool-error.ts'

const maxPeriods = 400

export const countOverTime = defineTool({
  name: 'count_over_time',
  title: 'Count over time',
  description:
    'Counts events in each period of a range: when something began, how much it is, whether it recurs. Periods without events are left out.',
  members: {
    ...conditionMembers,
    ...rangeMembers,
    step: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 31_536_000,
        description: `Seconds of a period. By default a step that makes at most 120 periods; more than ${maxPeriods} are refused`,
      }),
    ),
  },
  async run(call, given) {
    const { step } = given
    const { results, caveats } = await runQuery<EventRateResults>(call, 'EventRate', {
      filter: filterOf(given),
      time_range: { ...timeRangeOf(given), ...(step !== undefined && { step }) },
    })
    const { totals, details } = results
    if (details.length > maxPeriods)
      throw new ToolError(`These are ${details.length} periods: ask for a longer step, or a shorter range.`)
    // The first and the last one may be cut by the range.
    const [first, whole = first] = details
    return {
      range: shownRange(totals),
      total: totals.sum,
      ...caveats,
      ...(whole !== undefined && { step: whole.ts_to - whole.ts_from }),
      periods: totals.count,
      ...(totals.max !== null && { max: totals.max, average: totals.avg }),
      counts: details
        .filter(({ count }) => count > 0)
        .map(({ ts_from, count }) => ({ from: isoTime(ts_from), count })),
    }
  },
})
