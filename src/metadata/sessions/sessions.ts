import { randomBytes } from 'node:crypto'
import type { Expression, ExpressionBuilder, SqlBool, Transaction } from 'kysely'
import { Fault } from '../../schema/fault.ts'
import type { Session } from '../../schema/people/sign-in.ts'
import { describeEntry } from '../audit/pending-entry.ts'
import type { Revoke } from '../changes/revocations.ts'
import { deleteRow, insertRow } from '../database/row.ts'
import { type Tables, unixSeconds } from '../database/tables.ts'
import type { ExternalSession } from '../identity/external-account.ts'
import { Repository, type RepositoryDeps } from '../repository/repository.ts'
import { requireKeyInForce } from '../secrets/key-in-force.ts'
import type { LastUses } from './last-uses.ts'

/** Maximum sessions of one user; beyond it the oldest ends. */
export const maxSessions = 100
const cookieBytes = 32
/** Maximum time until a use is written, here or on another node. Sessions end this much later. */
const maxUnwrittenMicros = 60_000_000
const maxEndedAtOnce = 1_000
/** Maximum stored length of a User-Agent. */
const maxAgentLength = 300

/** Where a session is started from. */
interface Origin {
  address: string
  /** See `networkOf`. */
  network: string
  agent: string
  /** The cookie of the session that the browser had until now, which ends. */
  replaces?: string | undefined
}

interface SessionLimits {
  ageSeconds: number
  /** 0: sessions do not end for lack of use. */
  idleSeconds: number
}

export interface SessionRow {
  id: number
  user_id: number
  expires_at: number
  id_token_sealed: string | null
}

/** Sessions of users. Only a keyed hash of the session's cookie (256 random bits) is stored. */
export class Sessions extends Repository {
  readonly #ageMicros: number
  readonly #idleMicros: number
  /** When sessions were last used. */
  readonly #uses: LastUses

  constructor(deps: RepositoryDeps, { ageSeconds, idleSeconds }: SessionLimits, uses: LastUses) {
    super(deps)
    this.#uses = uses
    this.#ageMicros = Math.round(ageSeconds * 1_000_000)
    this.#idleMicros = Math.round(idleSeconds * 1_000_000)
  }

  /**
   * Starts a session with a new cookie, and adds its network to the known addresses of the user. Throws
   * authentication_failed when the user does not exist, or the verified `passwordHash` is no longer the
   * user's: no session begins with a password that was changed while it was verified. Throws a MetadataError
   * if the instance key was rotated: nodes with the new key would not find the session.
   */
  start(
    userId: number,
    { address, network, agent, replaces }: Origin,
    { external, passwordHash }: { external?: ExternalSession | undefined; passwordHash?: string } = {},
  ): Promise<{ id: number; cookie: string; maxAgeSeconds: number }> {
    const cookie = randomBytes(cookieBytes).toString('base64url')
    const hash = this.keyring.lookupHash(cookie)
    const now = this.clock()
    const ageMicros = Math.min(this.#ageMicros, (external?.maxAgeSeconds ?? Infinity) * 1_000_000)
    return this.revocations.runInTransaction(async (transaction, revoke) => {
      // First, since it waits for a concurrent change of the password, and for concurrent sign-ins.
      const update = transaction
        .updateTable('users')
        .set({ last_login_at: now })
        .where('id', '=', userId)
        .$if(passwordHash !== undefined, users => users.where('password_hash', '=', passwordHash ?? null))
      if ((await update.executeTakeFirst()).numUpdatedRows === 0n) throw credentialsFault()
      await requireKeyInForce(transaction, this.keyring)
      const { known_addresses } = await transaction
        .selectFrom('users')
        .select('known_addresses')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      await transaction
        .updateTable('users')
        .set({ known_addresses: addKnownAddress(known_addresses, network) })
        .where('id', '=', userId)
        .execute()
      if (replaces !== undefined)
        await endSessionWithHash(transaction, this.keyring.lookupHash(replaces), revoke)
      await makeRoom(transaction, userId, revoke)
      const id = await insertRow(transaction, 'sessions', {
        user_id: userId,
        cookie_hash: hash,
        created_at: now,
        expires_at: now + ageMicros,
        last_used_at: null,
        address,
        agent: agent.slice(0, maxAgentLength),
        id_token_sealed: external?.idToken === undefined ? null : this.keyring.seal(external.idToken, hash),
      })
      describeEntry({ objectId: String(id) })
      return { id, cookie, maxAgeSeconds: Math.floor(ageMicros / 1_000_000) }
    })
  }

  /** Records that the session is used now. */
  recordUse(id: string): void {
    this.#uses.record(Number(id), this.clock())
  }

  /** The sessions of a user, the last used first. `current`: the session of the request, if it has one. */
  async list(userId: number, current: string | undefined): Promise<Session[]> {
    const rows = await this.#valid(userId).selectAll().execute()
    const sessions = rows.map(row => ({
      id: row.id,
      created_at: unixSeconds(row.created_at),
      last_used_at: unixSeconds(this.#uses.unwritten(row.id) ?? row.last_used_at ?? row.created_at),
      expires_at: unixSeconds(row.expires_at),
      address: row.address,
      agent: row.agent,
      current: String(row.id) === current,
    }))
    return sessions.sort((one, other) => other.last_used_at - one.last_used_at || other.id - one.id)
  }

  /** Throws not_found unless the user has this session. */
  async checkExists(userId: number, id: number): Promise<void> {
    const row = this.#valid(userId).select('id').where('id', '=', id)
    await row.executeTakeFirstOrThrow(() => new Fault('not_found'))
  }

  /** Ends a session. Throws not_found, also for a session of another user. */
  async endOne(userId: number, id: number): Promise<void> {
    await this.checkExists(userId, id)
    await this.revocations.runInTransaction((transaction, revoke) => endSession(transaction, id, revoke))
  }

  /** Ends all sessions of a user except `keep`. */
  async endOthers(userId: number, keep: string | undefined): Promise<void> {
    await this.revocations.runInTransaction((transaction, revoke) =>
      endSessionsOf(transaction, userId, revoke, keep),
    )
  }

  /** Ends sessions that have been idle for too long. */
  async endIdle(): Promise<void> {
    if (this.#idleMicros === 0) return
    const idle = await this.db
      .selectFrom('sessions')
      .select('id')
      .where(eb => eb.not(this.#isUsed(eb)))
      .limit(maxEndedAtOnce)
      .execute()
    if (idle.length === 0) return
    await this.revocations.runInTransaction(async (transaction, revoke) => {
      for (const { id } of idle) await endSession(transaction, id, revoke)
    })
  }

  /** The sessions of a user that have neither expired nor been idle for too long. */
  #valid(userId: number) {
    return this.db
      .selectFrom('sessions')
      .where('user_id', '=', userId)
      .where('expires_at', '>', this.clock())
      .where(eb => this.#isUsed(eb))
  }

  /** The condition that a session has not been idle for too long; always met without a maximum idle time. */
  #isUsed(eb: ExpressionBuilder<Tables, 'sessions'>): Expression<SqlBool> {
    if (this.#idleMicros === 0) return eb.and([])
    const since = this.clock() - this.#idleMicros - maxUnwrittenMicros
    return eb(eb.fn.coalesce('last_used_at', 'created_at'), '>', since)
  }

  /** The session with this hash of a cookie, unless it has expired or has been idle for too long. */
  byHash(hash: string): Promise<SessionRow | undefined> {
    return this.db
      .selectFrom('sessions')
      .select(['id', 'user_id', 'expires_at', 'id_token_sealed'])
      .where('cookie_hash', '=', hash)
      .where('expires_at', '>', this.clock())
      .where(eb => this.#isUsed(eb))
      .executeTakeFirst()
  }

  /** Ends the session of this cookie, if there is one. Returns the ID token that it was started with. */
  async end(cookie: string): Promise<string | undefined> {
    const hash = this.keyring.lookupHash(cookie)
    const session = await this.byHash(hash)
    if (session === undefined) return undefined
    const { id_token_sealed: sealed } = session
    await this.revocations.runInTransaction((transaction, revoke) =>
      endSession(transaction, session.id, revoke),
    )
    return sealed === null ? undefined : this.keyring.tryOpen(sealed, hash)
  }
}

/** Ends all sessions of a user except `keep`. */
export async function endSessionsOf(
  transaction: Transaction<Tables>,
  userId: number,
  revoke: Revoke,
  keep?: string,
): Promise<void> {
  const sessionRows = await transaction
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .execute()
  for (const { id } of sessionRows) if (String(id) !== keep) await endSession(transaction, id, revoke)
}

/** Ends the session with this hash of a cookie, if there is one. */
async function endSessionWithHash(
  transaction: Transaction<Tables>,
  hash: string,
  revoke: Revoke,
): Promise<void> {
  const session = transaction.selectFrom('sessions').select('id').where('cookie_hash', '=', hash)
  const row = await session.executeTakeFirst()
  if (row !== undefined) await endSession(transaction, row.id, revoke)
}

/** Ends the oldest sessions of a user if one more session would be too many. */
async function makeRoom(transaction: Transaction<Tables>, userId: number, revoke: Revoke): Promise<void> {
  const surplusSessions = await transaction
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .offset(maxSessions - 1)
    .limit(maxSessions)
    .execute()
  for (const { id } of surplusSessions) await endSession(transaction, id, revoke)
}

async function endSession(transaction: Transaction<Tables>, id: number, revoke: Revoke): Promise<void> {
  const ended = await deleteRow(transaction, 'sessions', id)
  if (ended) await revoke({ session: String(id) })
}

/** One fault for a wrong name, a wrong password and a disabled user, so that it reveals nothing. */
export function credentialsFault(): Fault {
  return new Fault('authentication_failed', { detail: 'The username or the password is not right.' })
}

/** Maximum networks stored for one user; the least recently used one is dropped. */
const maxKnown = 20

/** The networks that a user signed in from, newest last, as the column `known_addresses` holds them. */
export function parseKnownAddresses(column: string): readonly string[] {
  // Only `addKnownAddress` writes the column.
  return JSON.parse(column) as string[]
}

/** The column value with this network as the newest. */
function addKnownAddress(column: string, network: string): string {
  const otherNetworks = parseKnownAddresses(column).filter(known => known !== network)
  return JSON.stringify([...otherNetworks, network].slice(-maxKnown))
}
