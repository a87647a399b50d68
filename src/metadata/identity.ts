import type { Permission } from '../schema/group.ts'

export { type Permission, permissions } from '../schema/group.ts'

/** A person, as shown inside other objects. */
export interface UserRef {
  id: number
  username: string
  fullname: string
}

/** Who a request comes from, already proven. `hosts`: patterns of all their groups; ['*'] for admin. */
export interface Caller {
  /** ingest callers open /incoming and nothing else. */
  kind: 'user' | 'ingest'
  user: UserRef
  permissions: ReadonlySet<Permission>
  hosts: readonly string[]
  /** How they proved it; a session needs a same-origin request for whatever changes things. */
  authenticatedBy: { token: number } | { session: string }
}

/** What stopped being valid; one member is set. A user stops when disabled or deleted. */
export interface Revocation {
  token?: number
  session?: string
  user?: number
}

/** What a browser shows that tries to sign in: cookies of an earlier login, none of which need be right. */
export interface BrowserCookies {
  session?: string | undefined
  device?: string | undefined
}

/** What authentication needs; answers come from memory for a few seconds at most, so that a revocation bites quickly. */
export interface Identity {
  /** null: unknown, expired, revoked, or its user is disabled. */
  callerOfToken(secret: string): Promise<Caller | null>
  callerOfSession(cookie: string): Promise<Caller | null>
  /**
   * Throws Fault authentication_failed (same answer and same time for a wrong name and a wrong password), throttled, and
   * overloaded when too many try at once. A browser or address that this user signed in with before waits for no stranger.
   * `maxAgeMicros` in seconds; `device` is the cookie by which the browser is known from now on.
   */
  login(
    username: string,
    password: string,
    address: string,
    browser?: BrowserCookies,
  ): Promise<{ caller: Caller; cookie: string; maxAge: number; device: string }>
  logout(cookie: string): Promise<void>
  /** Whether it is the caller's. Counts as a try to sign in from this address: throws Fault throttled and overloaded. */
  verifyPassword(caller: Caller, password: string, address: string): Promise<boolean>
  /**
   * Forgets who was proven a moment ago when anything was written to the metadata since this was called last, by this or another process:
   * the next answers have the rights of now. Costs one look at two counters.
   */
  invalidateIfChanged(): Promise<void>
  /** Called when a token, session or user stops being valid: sockets of it must end. Returns the unsubscribe function. */
  onRevoked(listener: (gone: Revocation) => void): () => void
}
