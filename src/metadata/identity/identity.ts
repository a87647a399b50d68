import type { TokenScope } from '../../schema/people/auth-token.ts'
import type { Permission } from '../../schema/people/group.ts'
import type { ExternalAccount, ExternalSession, ExternalUserPolicy } from './external-account.ts'

export { type Permission, permissions } from '../../schema/people/group.ts'

/** A user, as shown inside other objects. */
export interface UserRef {
  id: number
  username: string
  fullname: string
}

/** The authenticated caller of a request. `hosts`: patterns of all groups of the user; ['*'] for admin. */
export interface Caller {
  /** Callers of the kind `ingest` may use /incoming only. */
  kind: 'user' | 'ingest'
  user: UserRef
  permissions: ReadonlySet<Permission>
  hosts: readonly string[]
  /** A session may change things by same-origin requests only. */
  authenticatedBy: { token: number } | { session: string }
  /** The token may only read. */
  isReadOnly?: true
  /** The token ends at a set time. */
  hasExpiry?: true
  /**
   * Addresses and networks that the token is accepted from; absent: all. Code that has the address of the
   * request checks it.
   */
  networks?: readonly string[]
  /** The token reads one dashboard only. */
  scope?: TokenScope
}

/**
 * A token, session or user that is no longer valid; one member is set. A user is revoked when disabled or
 * deleted.
 */
export interface Revocation {
  token?: number
  session?: string
  user?: number
}

/** Cookies (which may be invalid) and User-Agent that a browser sends with an attempt to sign in. */
export interface Browser {
  session?: string | undefined
  device?: string | undefined
  agent?: string | undefined
}

/** A new session. `device`: a cookie that identifies the browser from now on. */
export interface Login {
  caller: Caller
  cookie: string
  maxAgeSeconds: number
  device: string
}

/** The account that a provider or directory has confirmed, and the properties of the session for it. */
export interface ExternalProof {
  account: ExternalAccount
  session: ExternalSession
}

/** The directory of a company, which checks the passwords of its people. */
export interface Directory {
  readonly policy: ExternalUserPolicy
  /**
   * The account that this name and password prove. Calls `admit` with the account before its password is
   * tried: it counts the attempt against the account, under whichever spelling of its name, and may throw
   * throttled. Throws SignInError, `invalid` for a wrong name or password, and what `admit` throws. Without a
   * password (if the directory must not see it) throws `invalid` after as many requests as otherwise, so that
   * the time does not give the name away.
   */
  prove(
    username: string,
    password: string | undefined,
    admit: (account: ExternalAccount) => Promise<void>,
  ): Promise<ExternalProof>
}

/** Authenticates callers. Caches answers for at most two seconds, so that revocations take effect quickly. */
export interface Identity {
  /** null: the token is unknown, expired or revoked, or its user is disabled. */
  callerOfToken(secret: string): Promise<Caller | null>
  /** null: the session is unknown, has ended, or its user is disabled. */
  callerOfSession(cookie: string): Promise<Caller | null>
  /**
   * Throws authentication_failed (in the same time for a wrong name and a wrong password), throttled, and
   * overloaded when too many sign in at once. A browser or address that this user signed in with before does
   * not wait for others. Asks the directory, if given, about a password that is not the stored one. Throws
   * the SignInErrors of the directory except `invalid`, and the SignInErrors of `findExternalUser`.
   */
  login(
    username: string,
    password: string,
    address: string,
    browser?: Browser,
    directory?: Directory,
  ): Promise<Login>
  /**
   * Signs in with an account of a company. A `prove` that throws a SignInError of `expired` or `invalid`
   * counts as a wrong attempt: of this browser if a user signed in with it before, otherwise of this address.
   * The given `prove` must bound how many of its calls run at a time, since attempts count only after they
   * failed. Throws what `prove` throws, throttled, and the SignInErrors of `findExternalUser`.
   */
  loginExternally(
    prove: () => Promise<ExternalProof>,
    policy: ExternalUserPolicy,
    address: string,
    browser?: Browser,
  ): Promise<Login>
  /**
   * Ends the session of a cookie. Returns the ID token of a session that began at a provider, otherwise
   * undefined.
   */
  logout(cookie: string): Promise<string | undefined>
  /**
   * Returns the stored hash if this is the password of the caller, otherwise undefined. Counts as an attempt
   * to sign in from this address: throws throttled and overloaded.
   */
  verifyPassword(caller: Caller, password: string, address: string): Promise<string | undefined>
  /**
   * Empties the cache if this or another process has written metadata since the last call, so that the next
   * answers have the current rights. Reads two counters only.
   */
  invalidateIfChanged(): Promise<void>
  /** Calls the listener for each revocation. Returns the function that removes it. */
  onRevoked(listener: (revocation: Revocation) => void): () => void
}
