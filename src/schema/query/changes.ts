import { type Static, Type } from 'typebox'
import { Filter } from '../filter/condition.ts'
import { TimeRange } from '../time-range.ts'
import { eventParams, periodMembers } from './shared-members.ts'

const { ts_from, ts_to, preset, timezone } = TimeRange.properties

/** Changes: values of fields whose share of the events moved between two ranges. */
export const ChangesParams = Type.Object(
  {
    ...eventParams,
    compare_to: Type.Optional(
      Type.Object(
        { ts_from, ts_to, preset, timezone },
        {
          additionalProperties: false,
          title: 'Compare with',
          description:
            'The other range; default: the time of the same length before `time_range`. What is also in `time_range` is left out',
        },
      ),
    ),
    limit: Type.Optional(Type.Integer({ title: 'Rows', minimum: 1, maximum: 500, default: 20 })),
  },
  { additionalProperties: false },
)
export type ChangesParams = Static<typeof ChangesParams>

export const ChangedValue = Type.Object({
  field: Type.String({ description: 'host, program, severity, cisco_mnemonic, template or a tag' }),
  value: Type.Union([Type.String(), Type.Integer()], {
    description: 'A number for severity; of a template, the pattern as in Patterns',
  }),
  count: Type.Integer({ description: 'Occurrences in the range' }),
  count_before: Type.Integer({ description: 'Occurrences in the other range' }),
  share: Type.Number({ description: 'Share of all occurrences in the range, 0 to 1' }),
  share_before: Type.Number({ description: 'Share of all occurrences in the other range, 0 to 1' }),
  score: Type.Number({
    description:
      'How much the share moved, 0 to 1: the share of a value that is new or gone, less for others',
  }),
  filter: Type.Unsafe<Static<typeof Filter>>({
    ...Filter,
    description: 'Conditions that find the events of the value',
  }),
})
export type ChangedValue = Static<typeof ChangedValue>

export const ChangesResults = Type.Object({
  totals: Type.Object({
    ...periodMembers,
    count: Type.Integer({ description: 'Occurrences of all events in the range' }),
    before: Type.Object(
      {
        periods: Type.Array(Type.Object(periodMembers), {
          description: 'In order of time; two if `time_range` is inside of the other range',
        }),
        count: Type.Integer({ description: 'Occurrences of all events in them' }),
      },
      { description: 'The other range, without `time_range`' },
    ),
    values: Type.Array(ChangedValue, { description: 'At most `limit`, highest score first' }),
    changed: Type.Integer({ description: 'Number of values that changed, including those beyond the limit' }),
    left_out: Type.Optional(
      Type.Array(Type.String(), { description: 'What could not be compared because of limits, in words' }),
    ),
  }),
})
export type ChangesResults = Static<typeof ChangesResults>
