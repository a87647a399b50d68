import { Type } from 'typebox'
import { severities } from '../../schema/event.ts'
import type { PatternsResults } from '../../schema/query/patterns.ts'
import { conditionMembers, filterOf } from '../conditions.ts'
import { cutText, fitting, isoTime, shownRange } from '../present.ts'
import { rangeMembers, timeRangeOf } from '../range.ts'
import { runQuery } from '../run-query.ts'
import { defineTool } from '../tool.ts'

const maxTextLength = 400

export const patterns = defineTool({
  name: 'patterns',
  title: 'Patterns of messages',
  description:
    'Groups messages that differ in numbers and ids alone, and compares each group with the time just before: the quickest way to see what kinds of messages there are (sort: count), which are new (new) and which became more (growth). To find the messages of a pattern, give search the filter {"field": "message", "op": "|>", "value": "<the pattern>"}.',
  members: {
    sort: Type.Enum(['count', 'new', 'growth'], { default: 'count' }),
    ...conditionMembers,
    ...rangeMembers,
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 15 }),
  },
  async run(call, given) {
    const { sort, limit } = given
    const { results, caveats } = await runQuery<PatternsResults>(call, 'Patterns', {
      sort,
      limit,
      filter: filterOf(given),
      time_range: timeRangeOf(given),
    })
    const { totals } = results
    const shown = fitting(totals.values.map(shownPattern))
    return {
      range: shownRange(totals),
      ...caveats,
      messages: totals.count,
      without_pattern: totals.without_template,
      distinct: totals.cardinality,
      ...(totals.new_patterns !== undefined && { new: totals.new_patterns }),
      patterns: shown,
      ...(shown.length < totals.cardinality && {
        more: `${totals.cardinality - shown.length} more patterns: raise limit (at most 100), or narrow the question.`,
      }),
    }
  },
})

function shownPattern(value: PatternsResults['totals']['values'][number]): object {
  const { pattern, count, count_before, is_new, example, severity, last_seen, programs } = value
  return {
    // Whole: a part of it finds nothing.
    pattern,
    count,
    ...(count_before !== undefined && { before: count_before }),
    ...(is_new === true && { is_new }),
    ...(severity !== undefined && { worst_severity: severities[severity] }),
    ...(last_seen !== undefined && { last_seen: isoTime(last_seen) }),
    ...(programs !== undefined && { programs: programs.map(({ name }) => name) }),
    ...(example !== undefined && { example: cutText(example, maxTextLength) }),
  }
}
