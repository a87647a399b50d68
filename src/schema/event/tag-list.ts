import { type Static, Type } from 'typebox'

/** The tags of the events of a range, as answered by GET /api/tags. */
export const TagListRecord = Type.Object(
  {
    ts_from: Type.Integer({ description: 'Start of the searched range, Unix seconds' }),
    ts_to: Type.Integer({ description: 'End of the searched range, exclusive' }),
    count: Type.Integer({ description: 'Occurrences of all events' }),
    sampled: Type.Integer({
      description:
        'Occurrences whose tags were counted. Fewer than `count` if only a sample was counted: `count` of a tag is then an estimate, 0 for tags missing from the sample',
    }),
    total: Type.Integer({
      description: 'Number of all names; more than are listed if the limit was reached',
    }),
    list: Type.Array(
      Type.Object({
        name: Type.String({
          description: 'Name for filters: `ut_<name>` if a field has the same name',
        }),
        count: Type.Integer({ description: 'Occurrences with a value' }),
        values: Type.Integer({ description: 'Distinct values, in the sample if there is one' }),
        numeric: Type.Boolean({
          description: 'Whether the 20 most frequent values are all plain decimal numbers',
        }),
      }),
      { description: 'Most frequent first' },
    ),
  },
  { $id: 'TagList' },
)
export type TagListRecord = Static<typeof TagListRecord>
