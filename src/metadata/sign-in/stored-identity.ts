import { sql } from 'kysely'
import { secretKeyPattern } from '../../schema/people/auth-token.ts'
import type { SignInFailure } from '../../schema/people/sign-in-failures.ts'
import { describeEntry, dropEntry } from '../audit/pending-entry.ts'
import { either } from '../database/either.ts'
import { nameKey } from '../database/tables.ts'
import { type ExternalSession, type ExternalUserPolicy, SignInError } from '../identity/external-account.ts'
import type {
  Browser,
  Caller,
  Directory,
  ExternalProof,
  Identity,
  Login,
  Revocation,
} from '../identity/identity.ts'
import { networkOf } from '../identity/network.ts'
import { getRights } from '../identity/rights.ts'
import { userRef } from '../identity/user-ref.ts'
import { Repository, type RepositoryDeps } from '../repository/repository.ts'
import type { HashRequester } from '../secrets/hash-queue.ts'
import { verifyPassword } from '../secrets/password.ts'
import type { LastUses } from '../sessions/last-uses.ts'
import { credentialsFault, parseKnownAddresses, type Sessions } from '../sessions/sessions.ts'
import { limitsOf, scopeOf } from '../tokens/limits.ts'
import { CallerCache } from './caller-cache.ts'
import { issueDeviceCookie, readDeviceCookie } from './device-cookies.ts'
import { findExternalUser, maySendToDirectory } from './external-users.ts'
import type { AttemptCounter, Throttle } from './login-throttle.ts'

/** Failures that count as a wrong proof, like a wrong password. */
const wrongProofs: ReadonlySet<SignInFailure> = new Set(['expired', 'invalid'])

/** A session cookie: 256 bits in base64url. */
const cookiePattern = /^[\w-]{43}$/

/** Authenticates callers against the metadata. `Identity` describes the methods. */
export class StoredIdentity extends Repository implements Identity {
  readonly #sessions: Sessions
  readonly #uses: LastUses
  /** Callers that were authenticated in the last two seconds. */
  readonly #recent = new CallerCache(this.clock)
  readonly #throttle: Throttle
  /** Version of the metadata (`versionColumns`) when the cache was last emptied. */
  #version: string | undefined

  constructor(deps: RepositoryDeps, sessions: Sessions, uses: LastUses, throttle: Throttle) {
    super(deps)
    this.#throttle = throttle
    this.#sessions = sessions
    this.#uses = uses
    // Added before all other listeners, so that a listener which authenticates again gets a new answer.
    deps.revocations.onRevoked(() => this.#recent.clear())
    deps.feed.on('people', () => this.#recent.clear())
  }

  async callerOfToken(secret: string): Promise<Caller | null> {
    if (!secretKeyPattern.test(secret)) return null
    const hash = this.keyring.lookupHash(secret)
    const recent = this.#recent.get(hash)
    if (recent !== undefined) {
      if ('token' in recent.authenticatedBy) this.#uses.record(recent.authenticatedBy.token, this.clock())
      return recent
    }
    const token = await this.db
      .selectFrom('auth_tokens')
      .select(['id', 'user_id', 'token_type', 'expires_at', 'scope_dashboard_id', 'scope_values'])
      .select(['is_read_only', 'networks'])
      .where('secret_hash', '=', hash)
      .executeTakeFirst()
    if (token === undefined || (token.expires_at !== null && token.expires_at <= this.clock())) return null
    const kind = token.token_type === 'INGEST' ? 'ingest' : 'user'
    const unscoped = await this.#caller(kind, token.user_id, { token: token.id })
    if (unscoped === null) return null
    const scope = scopeOf(token)
    const caller = { ...unscoped, ...limitsOf(token), ...(scope !== null && { scope }) }
    this.#uses.record(token.id, this.clock())
    this.#recent.set(hash, caller, token.expires_at)
    return caller
  }

  async callerOfSession(cookie: string): Promise<Caller | null> {
    if (!cookiePattern.test(cookie)) return null
    const hash = this.keyring.lookupHash(cookie)
    const recent = this.#recent.get(hash)
    if (recent !== undefined) {
      if ('session' in recent.authenticatedBy) this.#sessions.recordUse(recent.authenticatedBy.session)
      return recent
    }
    const session = await this.#sessions.byHash(hash)
    if (session === undefined) return null
    const caller = await this.#caller('user', session.user_id, { session: String(session.id) })
    if (caller === null) return null
    this.#sessions.recordUse(String(session.id))
    this.#recent.set(hash, caller, session.expires_at)
    return caller
  }

  async login(
    username: string,
    password: string,
    address: string,
    browser: Browser = {},
    directory?: Directory,
  ): Promise<Login> {
    const network = networkOf(address)
    const user = await this.db
      .selectFrom('users')
      .select(['id', 'username', 'password_hash', 'is_active', 'is_admin', 'known_addresses'])
      .where('username_key', '=', nameKey(username))
      .executeTakeFirst()
    // The name of an unknown user is not recorded: it may be a password that was typed in the wrong place.
    if (user !== undefined) describeEntry({ user: { id: user.id, username: user.username } })
    // A known browser or network has a counter of its own, so that guesses from elsewhere do not delay the
    // user.
    const knownCounter = user && (await this.#knownCounter(user, network, browser))
    const counters: AttemptCounter[] =
      knownCounter === undefined
        ? [
            { kind: 'address', key: network },
            { kind: 'name', key: nameKey(username) },
          ]
        : [knownCounter]
    await this.#throttle.checkAndCount(counters)
    const requester = { isKnown: knownCounter !== undefined, key: knownCounter?.key ?? network }
    const isRight = await this.#verify(password, user?.password_hash ?? null, counters, requester)
    if (!isRight && directory !== undefined) {
      const maySend = user === undefined || (await maySendToDirectory(this.db, user, directory.policy))
      const offered = { username, password: maySend ? password : undefined }
      const proof = await this.#proveAt(directory, offered, counters, knownCounter === undefined)
      return this.#loginAs(proof, directory.policy, address, browser)
    }
    if (user === undefined || !isRight || user.is_active === 0) throw credentialsFault()
    await this.#throttle.uncount(counters)
    const proof = user.password_hash === null ? {} : { passwordHash: user.password_hash }
    const login = await this.#startSession(user.id, address, browser, proof)
    // The user was deleted or disabled while the password was checked.
    if (login === null) throw credentialsFault()
    return login
  }

  /**
   * Lets the directory check a name and a password. `counters` have counted the attempt already. For a
   * stranger, adds the counter of the account that the directory finds.
   */
  async #proveAt(
    directory: Directory,
    { username, password }: { username: string; password: string | undefined },
    counters: AttemptCounter[],
    isStranger: boolean,
  ): Promise<ExternalProof> {
    try {
      const proof = await directory.prove(username, password, async ({ subject }) => {
        if (!isStranger) return
        // Directories find an entry by its name in any case, with more spaces, or without accents: each
        // spelling would have its own attempts.
        const accountCounter: AttemptCounter = { kind: 'name', key: `directory ${subject}` }
        await this.#throttle.checkAndCount([accountCounter])
        counters.push(accountCounter)
      })
      await this.#throttle.uncount(counters)
      return proof
    } catch (error) {
      if (error instanceof SignInError && error.failure === 'invalid') throw credentialsFault()
      await this.#throttle.uncount(counters)
      throw error
    }
  }

  async loginExternally(
    prove: () => Promise<ExternalProof>,
    policy: ExternalUserPolicy,
    address: string,
    browser: Browser = {},
  ): Promise<Login> {
    const browserCounter = await this.#browserCounter(browser)
    const counters: AttemptCounter[] = [browserCounter ?? { kind: 'address', key: networkOf(address) }]
    await this.#throttle.check(counters)
    let proof: ExternalProof
    try {
      proof = await prove()
    } catch (error) {
      // Counted afterwards, so that a whole office that signs in at once, at a slow provider, does not
      // throttle itself.
      const isWrong = error instanceof SignInError && wrongProofs.has(error.failure)
      if (isWrong) await this.#throttle.count(counters)
      throw error
    }
    return this.#loginAs(proof, policy, address, browser)
  }

  /** Signs in the user of a proved account. */
  async #loginAs(
    { account, session }: ExternalProof,
    policy: ExternalUserPolicy,
    address: string,
    browser: Browser,
  ): Promise<Login> {
    const { id } = await this.revocations.runInTransaction(async (transaction, revoke, publish) => {
      const found = await findExternalUser(transaction, account, policy, this.clock(), revoke)
      if (found.isChanged) publish('people')
      return found
    })
    const login = await this.#startSession(id, address, browser, { external: session })
    if (login === null) throw new SignInError('disabled')
    return login
  }

  /** Starts a session. null: the user is deleted or disabled. */
  async #startSession(
    userId: number,
    address: string,
    { agent = '', session: replaces }: Browser,
    proof: { external?: ExternalSession | undefined; passwordHash?: string },
  ): Promise<Login | null> {
    const origin = { address, network: networkOf(address), agent, replaces }
    const { id, cookie, maxAgeSeconds } = await this.#sessions.start(userId, origin, proof)
    const caller = await this.#caller('user', userId, { session: String(id) })
    return caller && { caller, cookie, maxAgeSeconds, device: issueDeviceCookie(this.keyring, userId) }
  }

  async verifyPassword(
    { user, authenticatedBy }: Caller,
    password: string,
    address: string,
  ): Promise<string | undefined> {
    const ownCounter: AttemptCounter =
      'session' in authenticatedBy
        ? sessionCounter(authenticatedBy.session)
        : { kind: 'known', key: `tokens ${user.id}` }
    await this.#throttle.checkAndCount([ownCounter])
    // Counts for the login too: otherwise a person who finds an open session could guess here and there.
    const networkCounter = addressCounter(user.id, networkOf(address))
    await this.#throttle.count([networkCounter])
    const row = await this.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', user.id)
      .executeTakeFirst()
    const counters = [ownCounter, networkCounter]
    const isRight = await this.#verify(password, row?.password_hash ?? null, counters, {
      isKnown: true,
      key: ownCounter.key,
    })
    if (!isRight) return undefined
    await this.#throttle.uncount(counters)
    return row?.password_hash ?? undefined
  }

  /**
   * The counter of a user who signed in before in this browser, or from this network. Neighbours in the
   * network can find out that the user signs in there: they are not throttled when attempts from elsewhere
   * are. Locking the user out would be worse.
   */
  async #knownCounter(
    user: { id: number; known_addresses: string },
    network: string,
    browser: Browser,
  ): Promise<AttemptCounter | undefined> {
    const browserCounter = await this.#browserCounter(browser, user.id)
    if (browserCounter !== undefined) return browserCounter
    return parseKnownAddresses(user.known_addresses).includes(network)
      ? addressCounter(user.id, network)
      : undefined
  }

  /** The counter of a browser in which this user signed in before; without `userId`, any user. */
  async #browserCounter({ session, device }: Browser, userId?: number): Promise<AttemptCounter | undefined> {
    const caller = session === undefined ? null : await this.callerOfSession(session)
    const isOwn = caller !== null && (userId === undefined || caller.user.id === userId)
    if (isOwn && 'session' in caller.authenticatedBy) return sessionCounter(caller.authenticatedBy.session)
    const id = device === undefined ? undefined : readDeviceCookie(this.keyring, device, userId)
    return id === undefined ? undefined : { kind: 'known', key: `device ${id}` }
  }

  /** Checks a password. If it cannot be checked, takes back the attempt from `counters`. */
  async #verify(
    password: string,
    hash: string | null,
    counters: readonly AttemptCounter[],
    requester: HashRequester,
  ): Promise<boolean> {
    try {
      return await verifyPassword(password, hash, requester)
    } catch (error) {
      await this.#throttle.uncount(counters)
      throw error
    }
  }

  async logout(cookie: string): Promise<string | undefined> {
    const caller = await this.callerOfSession(cookie)
    if (caller === null || !('session' in caller.authenticatedBy)) {
      dropEntry()
      return undefined
    }
    const { session } = caller.authenticatedBy
    describeEntry({ user: caller.user, credential: 'session', credentialId: session, objectId: session })
    return this.#sessions.end(cookie)
  }

  async invalidateIfChanged(): Promise<void> {
    const found = await sql<object>`select ${versionColumns}`.execute(this.db)
    const version = JSON.stringify(found.rows[0])
    if (version === this.#version) return
    this.#version = version
    this.#recent.clear()
  }

  onRevoked(listener: (revocation: Revocation) => void): () => void {
    return this.revocations.onRevoked(listener)
  }

  /** The caller with the current rights of a user. null: the user is deleted or disabled. */
  async #caller(
    kind: Caller['kind'],
    userId: number,
    authenticatedBy: Caller['authenticatedBy'],
  ): Promise<Caller | null> {
    const user = await this.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
    if (user === undefined || user.is_active === 0) return null
    const rights =
      kind === 'user' ? await getRights(this.db, user) : { permissions: new Set<never>(), hosts: [] }
    return { kind, user: userRef(user), ...rights, authenticatedBy }
  }
}

/**
 * Columns that change with each commit. In SQLite the first one counts commits of other connections, the
 * second one rows written by this connection. PostgreSQL shows which transactions have ended.
 */
const versionColumns = either({
  sqlite: sql`data_version, total_changes() from pragma_data_version`,
  postgres: sql`pg_current_snapshot()::text`,
})

function sessionCounter(session: string): AttemptCounter {
  return { kind: 'known', key: `session ${session}` }
}

function addressCounter(userId: number, network: string): AttemptCounter {
  return { kind: 'known', key: `address ${userId} ${network}` }
}
