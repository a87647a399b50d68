import { type Static, Type } from 'typebox'
import { ChosenValues } from '../dashboards/dashboard-variable.ts'
import { lineText, nullable, UnixSeconds, UserReference } from '../shapes.ts'

/** USER: the whole API, as its user. INGEST: only routes that receive events, and GET /api/auth. */
export const tokenTypes = ['USER', 'INGEST'] as const
export type TokenType = (typeof tokenTypes)[number]

/** A secret key: `user-` or `ingest-` and 192 random bits. */
export const secretKeyPattern = /^(user|ingest)-[0-9a-f]{48}$/

const tokenType = Type.Enum([...tokenTypes], { title: 'Type' })
const description = lineText({ title: 'Description', maxLength: 1_000 })

/** The dashboard that a token may read; it may read nothing else. */
export const TokenScope = Type.Object(
  {
    dashboard_id: Type.Integer({ title: 'Dashboard', minimum: 1 }),
    values: Type.Optional({
      ...ChosenValues,
      title: 'Values',
      description:
        'Values of the variables of the dashboard, instead of their defaults; the token cannot read other values',
    }),
  },
  { additionalProperties: false },
)
export type TokenScope = Static<typeof TokenScope>
const scope = nullable(TokenScope, {
  title: 'Scope',
  description: 'Reads this dashboard with its widgets, and nothing else; null: the whole interface',
})

const readOnly = Type.Boolean({
  title: 'Read-only',
  description: 'A read-only USER token, which also cannot read or create tokens',
})
const maxTokenNetworks = 100
const networks = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
  title: 'From',
  description: 'Addresses and networks (192.0.2.0/24) that it is accepted from; empty: all',
  maxItems: maxTokenNetworks,
})

/** An authentication token, as the API shows it. */
export const AuthToken = Type.Object(
  {
    id: Type.Integer(),
    secret_key: Type.String({
      description:
        'Whole for its owner, else its first letters (`user-1a2b...`); `user-????...`: the instance key does not open it',
    }),
    token_type: tokenType,
    user: UserReference,
    description,
    scope,
    read_only: readOnly,
    networks,
    created_at: UnixSeconds,
    last_used_at: nullable(UnixSeconds, { description: 'Unix seconds; null: never' }),
    expires_at: nullable(UnixSeconds, { description: 'Unix seconds; null: never' }),
  },
  { $id: 'AuthToken', additionalProperties: false },
)
export type AuthToken = Static<typeof AuthToken>

/** Body that creates a token. */
export const AuthTokenDraft = Type.Object(
  {
    token_type: Type.Optional(tokenType),
    description: Type.Optional(description),
    expires_at: Type.Optional(nullable(UnixSeconds, { description: 'Unix seconds; null or absent: never' })),
    scope: Type.Optional(scope),
    read_only: Type.Optional(readOnly),
    networks: Type.Optional(networks),
    user: Type.Optional(
      Type.Integer({ title: 'User', description: 'Id; another user only with manage_users' }),
    ),
  },
  { $id: 'AuthTokenDraft', additionalProperties: false },
)
export type AuthTokenDraft = Static<typeof AuthTokenDraft>

export const tokenOrderFields = ['created_at', 'last_used_at', 'description'] as const
export type TokenOrderField = (typeof tokenOrderFields)[number]
