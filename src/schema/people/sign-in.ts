import { type Static, Type } from 'typebox'
import { nullable, UnixSeconds } from '../shapes.ts'

/** Why a sign-in with a company account (OpenID Connect or LDAP) failed. */
export const signInFailures = [
  /** The provider, or the person there, refused. */
  'denied',
  /** The sign-in took too long, was not begun in this browser, or is already complete. */
  'expired',
  /** The provider's answer is not valid, or the directory refuses the name or the password. */
  'invalid',
  /** The provider or directory does not answer. */
  'unavailable',
  /** The provider or directory does not know this service, or sends too little about people. */
  'misconfigured',
  /** Too many people sign in at once, or too many attempts have failed. */
  'throttled',
  /** No user here has that username, and none may be created. */
  'unknown_user',
  /** Another user here has that username. */
  'name_taken',
  'disabled',
  /** The account is in no group whose members may sign in. */
  'no_group',
] as const
export type SignInFailure = (typeof signInFailures)[number]

/** The parameter of the page's address that holds a failure. */
export const signInFailureParameter = 'sign_in_failure'

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
