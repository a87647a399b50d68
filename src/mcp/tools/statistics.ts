import { Type } from 'typebox'
import { maxNameLength } from '../../schema/name-length.ts'
import type { StatsResults } from '../../schema/query/stats.ts'
import { statsFunctions } from '../../schema/query/stats-functions.ts'
import { conditionMembers, readConditions } from '../calls/conditions.ts'
import { cutText, fitting, isoTime, shownRange } from '../calls/present.ts'
import { rangeMembers, timeRangeOf } from '../calls/range.ts'
import { runQuery } from '../calls/run-query.ts'
import { defineTool } from '../calls/tool.ts'

const maxShownLength = 500
const fieldName = { minLength: 1, maxLength: maxNameLength }

export const statistics = defineTool({
  name: 'statistics',
  title: 'Statistics by group',
  description:
    'Computes counts, different values, sums, averages, minima, maxima and percentiles of a field, by up to two fields and over time. Numbers are values that are plain decimal numbers; null means that a group has none. list_fields names the fields.',
  members: {
    functions: Type.Array(Type.Enum([...statsFunctions]), {
      minItems: 1,
      maxItems: statsFunctions.length,
      uniqueItems: true,
      default: ['count'],
      description: 'The first one decides the order of groups, largest first',
    }),
    field: Type.Optional(
      Type.String({ ...fieldName, description: 'Field or tag of the values; not needed for count alone' }),
    ),
    group_by: Type.Array(Type.String(fieldName), {
      maxItems: 2,
      default: [],
      description: 'Fields or tags; empty: all events together',
    }),
    over_time: Type.Boolean({ default: false, description: 'Also the values of each period' }),
    ...conditionMembers,
    ...rangeMembers,
    limit: Type.Integer({ minimum: 1, maximum: 200, default: 10 }),
  },
  async run(call, given) {
    const { functions, field, group_by, over_time, limit } = given
    const range = timeRangeOf(given)
    const { filter, read } = await readConditions(call, given, range, [field, ...group_by])
    const { results, caveats } = await runQuery<StatsResults>(call, 'Stats', {
      functions,
      ...(field !== undefined && { field }),
      group_by,
      limit,
      with_subperiods: over_time,
      filter,
      time_range: range,
    })
    const { totals, details = [] } = results
    const shown = fitting(totals.values.map(shownGroup))
    const periods = details
      .map(({ ts_from, values }) => ({ from: isoTime(ts_from), groups: values.slice(0, shown.length) }))
      .filter(({ groups }) => groups.some(hasEvents))
      .map(({ from, groups }) => ({ from, values: groups.map(({ values }) => values) }))
    const shownPeriods = fitting(periods)
    return {
      range: shownRange(totals),
      ...(field !== undefined && { field }),
      ...read,
      ...caveats,
      ...(group_by.length > 0 && { group_by, distinct_groups: totals.groups }),
      groups: shown,
      ...(over_time && { periods: shownPeriods }),
      ...(shown.length < totals.groups && {
        more: `${totals.groups - shown.length} more groups: raise limit (at most 200), or narrow the question.`,
      }),
      ...(shownPeriods.length < periods.length && {
        more_periods: `${periods.length - shownPeriods.length} later periods are left out: ask for fewer groups, or a shorter range.`,
      }),
    }
  },
})

/** Whether a group has events in a period. Without events, counts are 0 and all other figures are null. */
function hasEvents({ values }: StatsResults['totals']['values'][number]): boolean {
  return Object.entries(values).some(([name, value]) =>
    name === 'count' || name === 'distinct' ? value !== 0 : value !== null,
  )
}

function shownGroup({ group, values }: StatsResults['totals']['values'][number]) {
  return {
    group: group.map(name => (typeof name === 'string' ? cutText(name, maxShownLength) : name)),
    ...values,
  }
}
