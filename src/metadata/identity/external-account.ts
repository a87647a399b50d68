import type { SignInFailure } from '../../schema/people/sign-in-failures.ts'

/** An account of a company, proved by an OpenID Connect provider or an LDAP directory. */
export interface ExternalAccount {
  provider: 'oidc' | 'ldap'
  /** The issuer of the account: subjects are unique within it, and never given to another person. */
  issuer: string
  subject: string
  username: string
  /** undefined: not known; the stored value stays. */
  email?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  groups: readonly string[]
}

/** The rules for signing in with an account of a company. */
export interface ExternalUserPolicy {
  /** At the first sign-in: creates a user, or links the user that has the username. */
  firstSignIn: 'create' | 'link' | 'create_or_link'
  /** Refuses accounts that are in none of the external groups that our groups name. */
  isGroupRequired: boolean
}

/** A sign-in with an account of a company failed or was refused. */
export class SignInError extends Error {
  override name = 'SignInError' as const
  readonly failure: SignInFailure

  constructor(failure: SignInFailure, message: string = failure, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

/** Additional data of a session of a company's account. */
export interface ExternalSession {
  /** The session ends after this time, or after the age of all sessions if that is shorter. */
  maxAgeSeconds: number
  /** The ID token of the provider, which names the user in a sign-out there. */
  idToken?: string | undefined
}
