import { Type } from 'typebox'
import { maxNameLength } from '../../schema/name-length.ts'
import type { EventRateResults } from '../../schema/query/event-rate.ts'
import type { TopNResults } from '../../schema/query/top-n.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import type { ToolCall } from '../calls/api.ts'
import { conditionMembers, readConditions } from '../calls/conditions.ts'
import { cutText, isoTime, shownRange } from '../calls/present.ts'
import { rangeMembers, timeRangeOf } from '../calls/range.ts'
import { runQuery } from '../calls/run-query.ts'
import { defineTool } from '../calls/tool.ts'
import { ToolError } from '../calls/tool-error.ts'

const maxPeriods = 400
/** Maximum counts of all values of `by` in total, so that they fit into an answer. */
const maxCounts = 1_200
const maxValueLength = 200

export const countOverTime = defineTool({
  name: 'count_over_time',
  title: 'Count over time',
  description:
    'Counts events in each period of a range: when something began, how much it is, whether it recurs. `by` counts each value of a field apart. Periods without events are left out.',
  members: {
    ...conditionMembers,
    ...rangeMembers,
    by: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxNameLength,
        description: 'A field or tag whose most frequent values are counted apart, such as host',
      }),
    ),
    series: Type.Integer({ minimum: 1, maximum: 20, default: 5, description: 'Values of `by`' }),
    step: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 31_536_000,
        description: `Seconds of a period. By default a step that makes at most 120 periods, with \`by\` at most ${maxCounts} / series. More than ${maxPeriods} are refused, with \`by\` more than ${maxCounts} / series`,
      }),
    ),
  },
  async run(call, given) {
    const { step, by, series } = given
    const range = timeRangeOf(given)
    const { filter, read } = await readConditions(call, given, range, [by])
    const time_range = { ...range, ...(step !== undefined && { step }) }
    const params = { filter, time_range }
    if (by !== undefined) return { ...read, ...(await countBy(call, by, series, params)) }
    const { results, caveats } = await runQuery<EventRateResults>(call, 'EventRate', params)
    const { totals, details } = results
    requirePeriods(details.length, maxPeriods)
    return {
      range: shownRange(totals),
      total: totals.sum,
      ...read,
      ...caveats,
      ...stepOf(details),
      periods: totals.count,
      ...(totals.max !== null && { max: totals.max, average: totals.avg }),
      counts: details
        .filter(({ count }) => count > 0)
        .map(({ ts_from, count }) => ({ from: isoTime(ts_from), count })),
    }
  },
})

interface CountParams {
  filter: unknown
  time_range: TimeRange
}

/** Counts of the most frequent values of a field. */
async function countBy(call: ToolCall, by: string, series: number, params: CountParams): Promise<object> {
  const { time_range } = params
  const ask = async (range: TimeRange) => {
    const answer = await runQuery<TopNResults>(call, 'TopN', {
      ...params,
      time_range: range,
      field: by,
      limit: series,
      with_subperiods: true,
      show_other: true,
    })
    const { totals, details = [] } = answer.results
    const ranked = totals.values.slice(0, Math.min(series, totals.cardinality))
    const maxShownPeriods = Math.min(maxPeriods, Math.floor(maxCounts / Math.max(1, ranked.length)))
    return { ...answer, totals, details, ranked, maxShownPeriods }
  }
  let answer = await ask(time_range)
  const { step } = stepOf(answer.details)
  // The default step does not depend on the number of series.
  if (time_range.step === undefined && step !== undefined && answer.details.length > answer.maxShownPeriods)
    answer = await ask({
      ...time_range,
      step: longerStep(step, answer.details.length, answer.maxShownPeriods),
    })
  const { totals, details, ranked, caveats } = answer
  requirePeriods(details.length, answer.maxShownPeriods)
  // The value after the ranked ones counts all others (show_other).
  const others = totals.values.at(ranked.length)
  return {
    range: shownRange(totals),
    by,
    ...caveats,
    ...stepOf(details),
    distinct: totals.cardinality,
    series: ranked.map(({ name, count }, index) => ({
      value: typeof name === 'string' ? cutText(name, maxValueLength) : name,
      total: count,
      counts: details.flatMap(({ ts_from, total_values }) => {
        const counted = total_values[index]?.count ?? 0
        return counted > 0 ? [{ from: isoTime(ts_from), count: counted }] : []
      }),
    })),
    ...(others !== undefined && { others: others.count }),
  }
}

/** The length of a period in seconds. The range may cut the first period, so this takes the second if any. */
function stepOf(periods: readonly { ts_from: number; ts_to: number }[]): { step?: number } {
  const [first, second = first] = periods
  return second === undefined ? {} : { step: second.ts_to - second.ts_from }
}

/**
 * A multiple of a step that makes at most `max` periods of a range with `count` periods. One period is
 * reserved, since the range may begin within a period.
 */
function longerStep(step: number, count: number, max: number): number {
  return step * Math.ceil(count / (max - 1))
}

function requirePeriods(count: number, max: number): void {
  if (count > max)
    throw new ToolError(
      `That is ${count} periods, and the maximum is ${max}: ask for a longer step, or a shorter range.`,
    )
}
