import type { SignInFailure } from '../../schema/sign-in.ts'

/** An account of a company that somebody has proved to own: at an OpenID Connect provider, or in an LDAP directory. */
export interface ExternalAccount {
  provider: 'oidc' | 'ldap'
  /** Who gave it out: subjects are unique within it, and never given to somebody else. */
  issuer: string
  subject: string
  username: string
  /** undefined: not known, and left as it is here. */
  email?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  groups: readonly string[]
}

/** Who may sign in. */
export interface ExternalUserPolicy {
  /** For the first time: creates a user, or links the one that has the username. */
  firstSignIn: 'create' | 'link' | 'create_or_link'
  /** Refuses who is in none of the groups that ours name. */
  isGroupRequired: boolean
}

/** An account of a company does not get in. */
export class SignInError extends Error {
  override name = 'SignInError' as const
  readonly failure: SignInFailure

  constructor(failure: SignInFailure, message: string = failure, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

/** What a session at an account of a company has besides. */
export interface ExternalSession {
  /** Ends it earlier than other sessions. */
  maxAgeSeconds: number
  /** Of the provider, which signs out whom it names. */
  idToken?: string | undefined
}
