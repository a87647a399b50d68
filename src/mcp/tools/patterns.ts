import { Type } from 'typebox'
import { severities } from '../../schema/event/event.ts'
import type { EventRateResults } from '../../schema/query/event-rate.ts'
import type { PatternsResults } from '../../schema/query/patterns.ts'
import type { ToolCall } from '../calls/api.ts'
import { conditionMembers, readConditions } from '../calls/conditions.ts'
import { cutText, fitting, isoTime, shownRange } from '../calls/present.ts'
import { rangeMembers, timeRangeOf } from '../calls/range.ts'
import { runQuery } from '../calls/run-query.ts'
import { defineTool } from '../calls/tool.ts'

const maxTextLength = 400

export const patterns = defineTool({
  name: 'patterns',
  title: 'Message patterns',
  description:
    'Groups messages that differ in numbers and ids alone, and compares each group with the time just before, which is as long (compared_with): the quickest way to see what kinds of messages there are (sort: count), which are new (new) and which became more (growth). To find the messages of a pattern, give search the filter {"field": "message", "op": "|>", "value": "<the pattern>"}.',
  members: {
    sort: Type.Enum(['count', 'new', 'growth'], { default: 'count' }),
    ...conditionMembers,
    ...rangeMembers,
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 15 }),
  },
  async run(call, given) {
    const { sort, limit } = given
    const range = timeRangeOf(given)
    const { filter, read } = await readConditions(call, given, range)
    const { results, caveats } = await runQuery<PatternsResults>(call, 'Patterns', {
      sort,
      limit,
      filter,
      time_range: range,
    })
    const { totals } = results
    const { before } = totals
    const isCompared = before !== undefined && (before.count > 0 || (await hasEvents(call, before, filter)))
    const shown = fitting(totals.values.map(value => shownPattern(value, isCompared)))
    return {
      range: shownRange(totals),
      ...read,
      ...caveats,
      messages: totals.count,
      without_pattern: totals.without_template,
      distinct: totals.cardinality,
      ...(before !== undefined && { compared_with: { ...shownRange(before), messages: before.count } }),
      ...(isCompared && totals.new_patterns !== undefined && { new: totals.new_patterns }),
      ...(before !== undefined &&
        !isCompared && {
          not_compared:
            'There is no data in the time before, so nothing can be said about which patterns are new or grew. Ask for a later or shorter range, or sort by count.',
        }),
      patterns: shown,
      ...(shown.length < totals.cardinality && {
        more: `${totals.cardinality - shown.length} more patterns: raise limit (at most 100), or narrow the question.`,
      }),
    }
  },
})

/** Whether an earlier time range has any events, ignoring the filter; false without a filter. */
async function hasEvents(
  call: ToolCall,
  { ts_from, ts_to }: { ts_from: number; ts_to: number },
  filter: readonly object[],
): Promise<boolean> {
  if (filter.length === 0 || ts_from >= ts_to) return false
  const { results } = await runQuery<EventRateResults>(call, 'EventRate', {
    time_range: { ts_from, ts_to, step: ts_to - ts_from },
  })
  return results.totals.sum > 0
}

function shownPattern(value: PatternsResults['totals']['values'][number], isCompared: boolean): object {
  const { pattern, count, count_before, is_new, example, severity, last_seen, programs } = value
  return {
    // Never truncated: a part of the pattern would match nothing.
    pattern,
    count,
    ...(isCompared && count_before !== undefined && { before: count_before }),
    ...(isCompared && is_new === true && { is_new }),
    ...(severity !== undefined && { worst_severity: severities[severity] }),
    ...(last_seen !== undefined && { last_seen: isoTime(last_seen) }),
    ...(programs !== undefined && { programs: programs.map(({ name }) => name) }),
    ...(example !== undefined && { example: cutText(example, maxTextLength) }),
  }
}
