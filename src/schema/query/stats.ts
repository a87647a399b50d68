import { type Static, Type } from 'typebox'
import { approximationMembers, eventParams, FieldName, periodMembers } from './shared-members.ts'
import { statsFunctions } from './stats-functions.ts'

/** Stats: statistics of events by up to two fields, and over time. */
export const StatsParams = Type.Object(
  {
    ...eventParams,
    functions: Type.Optional(
      Type.Array(Type.Enum([...statsFunctions]), {
        title: 'Functions',
        description: 'Groups are in the order of the first',
        minItems: 1,
        maxItems: statsFunctions.length,
        uniqueItems: true,
        default: ['count'],
      }),
    ),
    field: Type.Optional(
      Type.String({ ...FieldName, description: 'Field of the values; needed by all functions but count' }),
    ),
    group_by: Type.Optional(
      Type.Array(FieldName, { title: 'Group by', maxItems: 2, uniqueItems: true, default: [] }),
    ),
    limit: Type.Optional(Type.Integer({ title: 'Groups', minimum: 1, maximum: 1_000, default: 10 })),
    ascending: Type.Optional(Type.Boolean({ title: 'Smallest first', default: false })),
    ignore_empty: Type.Optional(
      Type.Boolean({
        title: 'Ignore empty',
        default: true,
        description: 'Leaves out groups with an empty value',
      }),
    ),
    with_subperiods: Type.Optional(Type.Boolean({ title: 'With periods', default: false })),
  },
  { additionalProperties: false },
)
export type StatsParams = Static<typeof StatsParams>

/** The value of each requested function; null if the group has no number, or the period no events. */
const Values = Type.Partial(
  Type.Record(Type.Enum([...statsFunctions]), Type.Union([Type.Number(), Type.Null()])),
)

export const StatsGroup = Type.Object({
  group: Type.Array(Type.Union([Type.String(), Type.Integer()]), {
    description: 'A value for each field of group_by: a number for severity, facility and status',
  }),
  values: Values,
})
export type StatsGroup = Static<typeof StatsGroup>

export const StatsResults = Type.Object({
  totals: Type.Object({
    ...periodMembers,
    groups: Type.Integer({ description: 'Number of groups, including groups beyond the limit' }),
    values: Type.Array(StatsGroup, { description: 'At most `limit` groups, in order' }),
    ...approximationMembers,
  }),
  /** With `with_subperiods`: the groups of `totals` in each period. */
  details: Type.Optional(Type.Array(Type.Object({ ...periodMembers, values: Type.Array(StatsGroup) }))),
})
export type StatsResults = Static<typeof StatsResults>
