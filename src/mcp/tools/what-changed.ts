import { Type } from 'typebox'
import type { ChangesResults } from '../../schema/query/changes.ts'
import { conditionMembers, readConditions } from '../calls/conditions.ts'
import { cutText, fitting, shownRange } from '../calls/present.ts'
import { rangeMembers, timeRangeOf } from '../calls/range.ts'
import { runQuery } from '../calls/run-query.ts'
import { defineTool } from '../calls/tool.ts'

const maxValueLength = 500

export const whatChanged = defineTool({
  name: 'what_changed',
  title: 'What changed',
  description:
    'Compares a time range with another and ranks the values of hosts, programs, severities, message patterns and tags by how much their share of the events moved, with exact counts: the quickest way from an incident to its host and cause. Give a short range around the incident. A range inside of the other one is compared with the rest.',
  members: {
    ...conditionMembers,
    ...rangeMembers,
    compare_from: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'Start of the other range, like `from`. Default: the time just before, equally long',
      }),
    ),
    compare_to: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'End of the other range, like `to`; only with compare_from',
      }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  },
  async run(call, given) {
    const { limit, compare_from: from, compare_to: to } = given
    const range = timeRangeOf(given)
    const { filter, read } = await readConditions(call, given, range)
    const other =
      from === undefined && to === undefined
        ? undefined
        : timeRangeOf(
            { range: '', ...(from !== undefined && { from }), ...(to !== undefined && { to }) },
            { from: 'compare_from', to: 'compare_to' },
          )
    const { results, caveats } = await runQuery<ChangesResults>(call, 'Changes', {
      limit,
      filter,
      time_range: range,
      ...(other && { compare_to: other }),
    })
    const { totals } = results
    const shown = fitting(totals.values.map(shownChange))
    return {
      range: shownRange(totals),
      events: totals.count,
      compared_with: totals.before.periods.map(shownRange),
      events_before: totals.before.count,
      ...read,
      ...caveats,
      changed: totals.changed,
      values: shown,
      ...(totals.left_out && { left_out: totals.left_out }),
      ...(shown.length < totals.changed && {
        more: `${totals.changed - shown.length} more values: raise limit (at most 100), or narrow the question.`,
      }),
    }
  },
})

function shownChange({
  field,
  value,
  count,
  count_before,
  share,
  share_before,
}: ChangesResults['totals']['values'][number]) {
  return {
    field,
    // A pattern is never truncated: a part of it would match nothing.
    value: typeof value === 'string' && field !== 'template' ? cutText(value, maxValueLength) : value,
    count,
    before: count_before,
    share: percent(share),
    share_before: percent(share_before),
  }
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`
}
