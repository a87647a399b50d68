import { Type } from 'typebox'
import { maxNameLength } from '../../schema/name-length.ts'
import type { TopNResults } from '../../schema/query/top-n.ts'
import { conditionMembers, readConditions } from '../calls/conditions.ts'
import { cutText, fitting, shownRange } from '../calls/present.ts'
import { rangeMembers, timeRangeOf } from '../calls/range.ts'
import { runQuery } from '../calls/run-query.ts'
import { defineTool } from '../calls/tool.ts'

const maxValueLength = 500

export const topValues = defineTool({
  name: 'top_values',
  title: 'Most frequent values',
  description:
    'Ranks the values of a field by the number of events, and says how many different values there are. list_fields names the fields.',
  members: {
    field: Type.String({
      default: 'host',
      minLength: 1,
      maxLength: maxNameLength,
      description: 'host, program, severity, facility, cisco_mnemonic, status, type, message, or a tag',
    }),
    by: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxNameLength,
        description: 'Another field, to break each value down by: its five most frequent values',
      }),
    ),
    ...conditionMembers,
    ...rangeMembers,
    limit: Type.Integer({ minimum: 1, maximum: 200, default: 10 }),
  },
  async run(call, given) {
    const { field, by, limit } = given
    const range = timeRangeOf(given)
    const { filter, read } = await readConditions(call, given, range, [field, by])
    const { results, caveats } = await runQuery<TopNResults>(call, 'TopN', {
      field,
      limit,
      show_other: true,
      subfields: by === undefined ? [] : [by],
      filter,
      time_range: range,
    })
    const { totals } = results
    const ranked = totals.values.slice(0, Math.min(limit, totals.cardinality))
    // The value after the ranked ones counts all others (show_other).
    const others = totals.values.at(ranked.length)
    const values = fitting(
      ranked.map(({ name, count, subfields }) => ({
        value: shownName(name),
        count,
        ...(by !== undefined && {
          by: subfields?.[by]?.map(({ name, count }) => ({ value: shownName(name), count })) ?? [],
        }),
      })),
    )
    return {
      range: shownRange(totals),
      field,
      ...read,
      ...caveats,
      distinct: totals.cardinality,
      values,
      ...(others !== undefined && { others: others.count }),
      ...(values.length < totals.cardinality && {
        more: `${totals.cardinality - values.length} more values: raise limit (at most 200), or narrow the question.`,
      }),
    }
  },
})

function shownName(name: string | number): string | number {
  return typeof name === 'string' ? cutText(name, maxValueLength) : name
}
