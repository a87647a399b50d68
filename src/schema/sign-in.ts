import { type Static, Type } from 'typebox'
import { nullable } from './shapes.ts'

/** Why an account of the company did not get in, as the address of the page says it afterwards. */
export const signInFailures = [
  /** The provider, or the person there, said no. */
  'denied',
  /** It took too long, or was not begun in this browser, or is done already. */
  'expired',
  /** What the provider answered does not hold. */
  'invalid',
  /** The provider does not answer. */
  'unavailable',
  /** The provider does not know this service, or says too little about people. */
  'misconfigured',
  /** Too many sign in at once, or have failed to. */
  'throttled',
  /** Nobody here has that username, and no user may be made. */
  'unknown_user',
  /** Somebody else here has that username. */
  'name_taken',
  'disabled',
  /** Is in no group that ours name. */
  'no_group',
] as const
export type SignInFailure = (typeof signInFailures)[number]

/** The member of the address of the page that has one of them. */
export const signInFailureParameter = 'sign_in_failure'

/** How people can sign in. */
export const SignInMethods = Type.Object(
  {
    password: Type.Boolean({ description: 'POST /api/login takes a username and a password' }),
    oidc: nullable(
      Type.Object({
        name: Type.String({ description: 'Of the provider, for people' }),
        url: Type.String({
          description:
            'Where a browser goes to sign in there; `return_to` is the path of the page that it comes back to',
        }),
      }),
      { description: 'An OpenID Connect provider; null: none is set up' },
    ),
  },
  { $id: 'SignInMethods', additionalProperties: false },
)
export type SignInMethods = Static<typeof SignInMethods>
