import { type Static, Type } from 'typebox'

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

/** The fields of an event that a destination gets. `description`: what they become there, and the default. */
export const chosenFields = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
      title: 'Fields',
      description: `${description}; a tag is tag.NAME`,
      minItems: 1,
      maxItems: 100,
    }),
  )

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

const host = Type.String({ title: 'Host', minLength: 1, maxLength: 255 })
const port = Type.Integer({ title: 'Port', minimum: 1, maximum: 65_535 })

/** A server that receives over UDP, TCP or TLS. */
export const endpoint = {
  host,
  port,
  transport: Type.Optional(
    Type.Enum(['udp', 'tcp', 'tls'], { title: 'Transport', description: 'Default: tcp' }),
  ),
} as const

/** How both sides of a TLS stream identify themselves. */
export const tlsMembers = {
  verify_tls: verifyTls,
  ca,
  certificate: pem('Client certificate'),
  key: secret('Key of the client certificate', 65_536),
} as const

/** The members of a destination that receives a stream over TCP or TLS. */
const StreamTarget = Type.Object({ ...endpoint, ...tlsMembers })
export type StreamTarget = Static<typeof StreamTarget>
