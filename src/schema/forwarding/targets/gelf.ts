import { type Static, Type } from 'typebox'
import { endpoint, tlsMembers } from './members.ts'

/** A server that takes GELF 1.1, such as Graylog. */
export const GelfTarget = Type.Object(
  {
    ...endpoint,
    compress: Type.Optional(
      Type.Boolean({ title: 'Compress', description: 'Sends datagrams with gzip, over udp. Default: false' }),
    ),
    ...tlsMembers,
  },
  { $id: 'GelfTarget', additionalProperties: false },
)
export type GelfTarget = Static<typeof GelfTarget>
