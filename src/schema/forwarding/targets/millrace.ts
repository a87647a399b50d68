import { type Static, Type } from 'typebox'
import { ca, compress, httpUrl, secret, verifyTls } from './members.ts'

/** Another installation of Millrace. */
export const MillraceTarget = Type.Object(
  {
    url: httpUrl,
    token: secret('INGEST token'),
    compress,
    verify_tls: verifyTls,
    ca,
  },
  { $id: 'MillraceTarget', additionalProperties: false },
)
export type MillraceTarget = Static<typeof MillraceTarget>
