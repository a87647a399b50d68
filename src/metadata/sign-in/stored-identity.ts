import { secretKeyPattern } from '../../schema/auth-token.ts'
import { Fault } from '../../schema/fault.ts'
import type { Caller, Gone, Identity } from '../identity.ts'
import { userRef } from '../people/fullname.ts'
import { rightsOf } from '../people/groups.ts'
import type { Revocations } from '../revocations.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { verifyPassword } from '../secrets/password.ts'
import { type Clock, type Database, nameKey } from '../tables.ts'
import type { TokenUses } from '../tokens/token-uses.ts'
import { LoginThrottle } from './login-throttle.ts'
import { RecentCallers } from './recent-callers.ts'
import type { Sessions } from './sessions.ts'

/** A cookie of ours: 256 bits in base64url. */
const cookiePattern = /^[\w-]{43}$/

export interface IdentityParts {
  db: Database
  keyring: Keyring
  sessions: Sessions
  uses: TokenUses
  revocations: Revocations
  clock: Clock
}

/** Who callers are, by what the metadata says of them. */
export class StoredIdentity implements Identity {
  readonly #parts: IdentityParts
  readonly #recent: RecentCallers
  readonly #throttle: LoginThrottle

  constructor(parts: IdentityParts) {
    this.#parts = parts
    this.#recent = new RecentCallers(parts.clock)
    this.#throttle = new LoginThrottle(parts.clock)
    // First of all listeners: whoever hears of a revocation and asks again gets the new answer.
    parts.revocations.listen(() => this.#recent.clear())
  }

  async callerOfToken(secret: string): Promise<Caller | null> {
    if (!secretKeyPattern.test(secret)) return null
    const { db, keyring, uses, clock } = this.#parts
    const hash = keyring.lookup(secret)
    const recent = this.#recent.get(hash)
    if (recent !== undefined) {
      if ('token' in recent.by) uses.record(recent.by.token, clock())
      return recent
    }
    const token = await db
      .selectFrom('auth_tokens')
      .select(['id', 'user_id', 'token_type', 'expires_at'])
      .where('secret_hash', '=', hash)
      .executeTakeFirst()
    if (token === undefined || (token.expires_at !== null && token.expires_at <= clock())) return null
    const kind = token.token_type === 'INGEST' ? 'ingest' : 'user'
    const caller = await this.#caller(kind, token.user_id, { token: token.id })
    if (caller === null) return null
    uses.record(token.id, clock())
    this.#recent.set(hash, caller, token.expires_at)
    return caller
  }

  async callerOfSession(cookie: string): Promise<Caller | null> {
    if (!cookiePattern.test(cookie)) return null
    const { keyring, sessions } = this.#parts
    const hash = keyring.lookup(cookie)
    const recent = this.#recent.get(hash)
    if (recent !== undefined) return recent
    const session = await sessions.byHash(hash)
    if (session === undefined) return null
    const caller = await this.#caller('user', session.user_id, { session: String(session.id) })
    if (caller !== null) this.#recent.set(hash, caller, session.expires_at)
    return caller
  }

  async login(username: string, password: string, address: string) {
    this.#throttle.take(username, address)
    const user = await this.#parts.db
      .selectFrom('users')
      .select(['id', 'password_hash', 'is_active'])
      .where('username_key', '=', nameKey(username))
      .executeTakeFirst()
    const right = await this.#verify(username, password, address, user?.password_hash ?? null)
    if (user === undefined || !right || user.is_active === 0) throw wrongCredentials()
    const { id, cookie, maxAge } = await this.#parts.sessions.start(user.id)
    // Disabled while the password was checked: the session just made is as good as none.
    const caller = await this.#caller('user', user.id, { session: String(id) })
    if (caller === null) throw wrongCredentials()
    return { caller, cookie, maxAge }
  }

  async isPassword({ user }: Caller, password: string, address: string): Promise<boolean> {
    this.#throttle.take(user.username, address)
    const row = await this.#parts.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', user.id)
      .executeTakeFirst()
    return this.#verify(user.username, password, address, row?.password_hash ?? null)
  }

  async #verify(username: string, password: string, address: string, hash: string | null): Promise<boolean> {
    try {
      return await verifyPassword(password, hash)
    } catch (error) {
      this.#throttle.giveBack(username, address)
      throw error
    }
  }

  async logout(cookie: string): Promise<void> {
    if (cookiePattern.test(cookie)) await this.#parts.sessions.end(cookie)
  }

  onRevoked(listener: (gone: Gone) => void): () => void {
    return this.#parts.revocations.listen(listener)
  }

  async #caller(kind: Caller['kind'], userId: number, by: Caller['by']): Promise<Caller | null> {
    const user = await this.#parts.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', userId)
      .executeTakeFirst()
    if (user === undefined || user.is_active === 0) return null
    const rights =
      kind === 'user' ? await rightsOf(this.#parts.db, user) : { permissions: new Set<never>(), hosts: [] }
    return { kind, user: userRef(user), ...rights, by }
  }
}

/** One answer for a wrong name, a wrong password and a disabled user. */
function wrongCredentials(): Fault {
  return new Fault('authentication_failed', { detail: 'The username or the password is not right.' })
}
