import { type Static, Type } from 'typebox'
import { ca, httpUrl, secret, verifyTls } from './members.ts'

/** A server that accepts events as JSON lines. */
export const HttpTarget = Type.Object(
  {
    url: httpUrl,
    authorization: secret('Authorization header'),
    compress: Type.Optional(
      Type.Boolean({ title: 'Compress', description: 'Sends bodies with gzip. Default: false' }),
    ),
    verify_tls: verifyTls,
    ca,
  },
  { $id: 'HttpTarget', additionalProperties: false },
)
export type HttpTarget = Static<typeof HttpTarget>
