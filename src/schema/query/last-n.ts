import { type Static, Type } from 'typebox'
import { Geoip } from '../event/geoip.ts'
import { maxNameLength } from '../name-length.ts'
import { approximationMembers, eventParams, periodMembers } from './shared-members.ts'

export const LastNParams = Type.Object(
  {
    ...eventParams,
    field: Type.Optional(
      Type.String({
        title: 'Field',
        minLength: 1,
        maxLength: maxNameLength,
        default: 'host',
        'x-control': 'field-picker',
      }),
    ),
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
