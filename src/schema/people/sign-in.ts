import { type Static, Type } from 'typebox'
import { nullable, UnixSeconds } from '../shapes.ts'

/** How people can sign in, for the login page: GET /api/login/methods. */
export const SignInMethods = Type.Object(
  {
    password: Type.Boolean({ description: 'POST /api/login takes a username and a password' }),
    oidc: nullable(
      Type.Object({
        name: Type.String({ description: 'Display name of the provider' }),
        url: Type.String({
          description: 'Address at which a browser starts signing in; `return_to` is the path to return to',
        }),
      }),
      { description: 'An OpenID Connect provider; null: none is set up' },
    ),
  },
  { $id: 'SignInMethods', additionalProperties: false },
)
export type SignInMethods = Static<typeof SignInMethods>

/** A session of the caller. */
export const Session = Type.Object(
  {
    id: Type.Integer(),
    created_at: UnixSeconds,
    last_used_at: Type.Number({
      description: 'Unix seconds; equals the start if the session has not been used since',
    }),
    expires_at: UnixSeconds,
    address: Type.String({
      description: 'Address from which it was started; empty for sessions of earlier versions',
    }),
    agent: Type.String({
      description: 'The User-Agent that started it, truncated; empty when there was none',
    }),
    current: Type.Boolean({ description: 'The session of this request' }),
  },
  { $id: 'Session', additionalProperties: false },
)
export type Session = Static<typeof Session>
