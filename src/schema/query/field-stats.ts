import { type Static, Type } from 'typebox'
import { eventParams, FieldName, periodMembers } from './shared-members.ts'

/** FieldStats: how often a field occurs, its most frequent values, and statistics of its numeric values. */
export const FieldStatsParams = Type.Object(
  {
    ...eventParams,
    field: Type.Optional(Type.String({ ...FieldName, default: 'host' })),
    limit: Type.Optional(Type.Integer({ title: 'Values', minimum: 1, maximum: 1_000, default: 10 })),
  },
  { additionalProperties: false },
)
export type FieldStatsParams = Static<typeof FieldStatsParams>

/** Statistics of the values that are plain decimal numbers. Each occurrence counts. */
export const NumericStats = Type.Object({
  count: Type.Integer({ description: 'Occurrences with a number' }),
  min: Type.Number(),
  max: Type.Number(),
  sum: Type.Number(),
  avg: Type.Number(),
  p50: Type.Number(),
  p95: Type.Number(),
  p99: Type.Number(),
  percentiles_approximate: Type.Optional(
    Type.Literal(true, { description: 'p50, p95 and p99 are estimates: there are too many values' }),
  ),
})
export type NumericStats = Static<typeof NumericStats>

export const FieldStatsResults = Type.Object({
  totals: Type.Object({
    ...periodMembers,
    total_count: Type.Integer({ description: 'Occurrences of all events' }),
    count: Type.Integer({ description: 'Occurrences of events that have a value of the field' }),
    cardinality: Type.Integer({ description: 'Distinct values in the range' }),
    values: Type.Array(
      Type.Object({ name: Type.Union([Type.String(), Type.Integer()]), count: Type.Integer() }),
      { description: 'The most frequent values, with their occurrences' },
    ),
    numeric: Type.Optional(NumericStats),
  }),
})
export type FieldStatsResults = Static<typeof FieldStatsResults>
