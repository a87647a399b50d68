import { type Static, Type } from 'typebox'
import { Geoip } from '../event/geoip.ts'
import { approximationMembers, eventParams, FieldName, periodMembers } from './shared-members.ts'

/** TopN: the most frequent values of a field. */
export const TopNParams = Type.Object(
  {
    ...eventParams,
    field: Type.Optional(Type.String({ ...FieldName, default: 'host' })),
    limit: Type.Optional(Type.Integer({ title: 'Rows', minimum: 1, maximum: 10_000, default: 5 })),
    with_subperiods: Type.Optional(Type.Boolean({ title: 'With periods', default: false })),
    top_periods: Type.Optional(Type.Boolean({ title: 'Busiest periods', default: false })),
    show_other: Type.Optional(Type.Boolean({ title: 'Show other', default: false })),
    ignore_empty: Type.Optional(Type.Boolean({ title: 'Ignore empty', default: true })),
    subfields: Type.Optional(Type.Array(FieldName, { title: 'Break down by', maxItems: 5, default: [] })),
    subfields_limit: Type.Optional(
      Type.Integer({ title: 'Rows of the breakdown', minimum: 1, maximum: 1_000, default: 5 }),
    ),
  },
  { additionalProperties: false },
)
export type TopNParams = Static<typeof TopNParams>

/**
 * A value of the field: a number for severity, facility and status, otherwise text. With `show_other`, the
 * last entry is "other": the sum of all values beyond the limit.
 */
const Name = Type.Union([Type.String(), Type.Integer()])
const geoipMember = { geoip: Type.Optional(Geoip) }
export const TopValue = Type.Object({
  name: Name,
  count: Type.Integer({ description: 'Occurrences' }),
  subfields: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Array(Type.Object({ name: Name, count: Type.Integer(), ...geoipMember })),
      { description: 'By field of `subfields`: its most frequent values in the same events' },
    ),
  ),
  ...geoipMember,
})
export type TopValue = Static<typeof TopValue>

export const TopNResults = Type.Object({
  totals: Type.Object({
    ...periodMembers,
    values: Type.Array(TopValue),
    cardinality: Type.Integer({ description: 'Distinct values in the range' }),
    count: Type.Integer({ description: 'Occurrences of all values, including values beyond the limit' }),
    ...approximationMembers,
  }),
  /** With `with_subperiods`: each period with its own top values. */
  details: Type.Optional(
    Type.Array(
      Type.Object({
        ...periodMembers,
        values: Type.Array(TopValue),
        /** The period's counts of the values in `totals`. */
        total_values: Type.Array(TopValue),
        /** Occurrences of all values in the period. */
        total_count: Type.Integer(),
      }),
    ),
  ),
  /** With the param of this name: the periods with the most occurrences. */
  top_periods: Type.Optional(
    Type.Array(Type.Object({ ...periodMembers, values: Type.Array(TopValue), total_count: Type.Integer() })),
  ),
})
export type TopNResults = Static<typeof TopNResults>
