import { Type } from 'typebox'

/** A member that is stored encrypted. */
export const secret = (title: string, maxLength = 1_000) =>
  Type.Optional(
    Type.String({
      title,
      description: 'Never returned; absent in a change: not changed; empty: removed',
      maxLength,
    }),
  )

/** Certificates or keys. */
export const pem = (title: string) =>
  Type.Optional(Type.String({ title, description: 'PEM', maxLength: 65_536 }))

export const verifyTls = Type.Optional(
  Type.Boolean({ title: 'Verify the certificate', description: 'Default: true' }),
)
export const ca = pem('Certificate authority')
export const httpUrl = Type.String({ title: 'URL', pattern: '^https?://[^\\s]+$', maxLength: 2_000 })

export const compress = Type.Optional(
  Type.Boolean({ title: 'Compress', description: 'Sends bodies with gzip. Default: false' }),
)

/** Members of every HTTP destination that takes any `Authorization`. */
export const httpMembers = {
  authorization: secret('Authorization header'),
  compress,
  verify_tls: verifyTls,
  ca,
}
