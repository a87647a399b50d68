import { type Static, Type } from 'typebox'
import { Geoip } from '../event/geoip.ts'
import { approximationMembers, eventParams, FieldName, periodMembers } from './shared-members.ts'

/** LastN: the values of a field that were seen last. */
export const LastNParams = Type.Object(
  {
    ...eventParams,
    field: Type.Optional(Type.String({ ...FieldName, default: 'host' })),
    limit: Type.Optional(Type.Integer({ title: 'Rows', minimum: 1, maximum: 10_000, default: 5 })),
    ignore_empty: Type.Optional(Type.Boolean({ title: 'Ignore empty', default: true })),
  },
  { additionalProperties: false },
)
export type LastNParams = Static<typeof LastNParams>

export const LastNResults = Type.Object({
  totals: Type.Object({
    ...periodMembers,
    values: Type.Array(
      Type.Object({
        name: Type.Union([Type.String(), Type.Integer()]),
        count: Type.Integer({ description: 'Occurrences' }),
        last_seen: Type.Number({
          description: 'Unix seconds with microseconds, of the last occurrence in the range',
        }),
        geoip: Type.Optional(Geoip),
      }),
    ),
    ...approximationMembers,
  }),
})
export type LastNResults = Static<typeof LastNResults>
