import { type Static, Type } from 'typebox'

/** The tags of the events of a range, as answered by GET /api/tags. */
export const TagListRecord = Type.Object(
  {
    ts_from: Type.Integer({ description: 'Unix seconds that were looked at' }),
    ts_to: Type.Integer({ description: 'The same, excluded' }),
    count: Type.Integer({ description: 'Occurrences of all events' }),
    sampled: Type.Integer({
      description:
        'Occurrences whose tags were counted. Fewer than `count` where all would take too long: `count` of a tag is then an estimate, 0 for one that the sample does not have',
    }),
    total: Type.Integer({
      description: 'All existing names; more than listed where the limit was reached',
    }),
    list: Type.Array(
      Type.Object({
        name: Type.String({
          description: 'Name for filters: `ut_<name>` if a field has the same name',
        }),
        count: Type.Integer({ description: 'Occurrences with a value' }),
        values: Type.Integer({ description: 'Different values, of the sample where there is one' }),
        numeric: Type.Boolean({
          description: 'Whether the most frequent values, twenty at most, are all plain decimal numbers',
        }),
      }),
      { description: 'Most frequent first' },
    ),
  },
  { $id: 'TagList' },
)
export type TagListRecord = Static<typeof TagListRecord>
