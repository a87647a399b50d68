import { type Static, Type } from 'typebox'
import { ca, httpUrl, secret, verifyTls } from './members.ts'

/** Another installation of Millrace. */
export const MillraceTarget = Type.Object(
  {
    url: httpUrl,
    token: secret('INGEST token'),
    compress: Type.Optional(
      Type.Boolean({ title: 'Compress', description: 'Sends bodies with gzip. Default: false' }),
    ),
    verify_tls: verifyTls,
    ca,
  },
  { $id: 'MillraceTarget', additionalProperties: false },
)
export type MillraceTarget = Static<typeof MillraceTarget>
