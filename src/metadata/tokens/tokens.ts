import { randomBytes } from 'node:crypto'
import type { ExpressionBuilder, Transaction } from 'kysely'
import { Fault, fieldFault } from '../../schema/fault.ts'
import {
  type AuthToken,
  type AuthTokenDraft,
  secretKeyPattern,
  type TokenOrderField,
  type TokenScope,
  type TokenType,
} from '../../schema/people/auth-token.ts'
import { isNetwork } from '../../schema/settings/setting-value.ts'
import { deleteRow, insertRow } from '../database/row.ts'
import { type Database, type Tables, unixSeconds } from '../database/tables.ts'
import { userNameColumns, userRef } from '../identity/user-ref.ts'
import {
  type ListOptions,
  type ListResult,
  nullAs,
  readList,
  type SortColumns,
} from '../lists/select-page.ts'
import { Repository } from '../repository/repository.ts'
import { requireAtMost, requireRows } from '../repository/require.ts'
import { requireKeyInForce } from '../secrets/key-in-force.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { networksOf, scopeColumns, scopeOf } from './limits.ts'

/** The user who reads or changes tokens. */
export interface TokenViewer {
  userId: number
  /** With manage_users: may list other users' tokens, and read and remove them by id. */
  managesUsers: boolean
}

/** A key that was made elsewhere; it matches secretKeyPattern. */
export interface ImportedKey {
  key: string
  userId: number
  description: string
}

export type TokenListOptions = ListOptions<TokenOrderField> & {
  type?: TokenType
  /** All users' tokens; ignored without managesUsers. */
  showAll?: boolean
}

const sortColumns: SortColumns<TokenOrderField> = {
  table: 'auth_tokens',
  keys: { last_used_at: nullAs('auth_tokens.last_used_at', 0) },
}

export const maxTokensPerUser = 1_000

/**
 * Authentication tokens. A secret key is stored encrypted, because the API shows it to its owner again.
 * Requests find it by its keyed hash. Both use keys derived from the instance key.
 */
export class Tokens extends Repository {
  /** Tokens that have not expired. Keys of other users' tokens are masked. */
  list(viewer: TokenViewer, options: TokenListOptions): Promise<ListResult<AuthToken>> {
    const showsOthers = options.showAll === true && viewer.managesUsers
    const now = this.clock()
    const condition = (eb: ExpressionBuilder<Tables, 'auth_tokens'>) => {
      const conditions = [isUnexpired(eb, now)]
      if (!showsOthers) conditions.push(eb('auth_tokens.user_id', '=', viewer.userId))
      if (options.type !== undefined) conditions.push(eb('auth_tokens.token_type', '=', options.type))
      return eb.and(conditions)
    }
    const rows = tokenRows(this.db).where(condition)
    const counted = this.db.selectFrom('auth_tokens').where(condition)
    return readList(rows, counted, options, sortColumns, page => page.map(row => this.#present(row, viewer)))
  }

  /**
   * Finds a token by `key`: the secret key of one of the viewer's tokens, or the id of a token. With
   * managesUsers, the id of another user's token too. Throws not_found.
   */
  async get(viewer: TokenViewer, key: string): Promise<AuthToken> {
    return this.#present(await this.#find(viewer, key), viewer)
  }

  /**
   * Creates a token and returns it with its whole key. Throws permission_denied for the token of another user
   * without managesUsers; validation for an unknown user, a time in the past, an invalid network, or a scoped
   * or read-only INGEST token; conflict if the user has too many.
   */
  async create(viewer: TokenViewer, draft: AuthTokenDraft): Promise<AuthToken> {
    const userId = draft.user ?? viewer.userId
    if (userId !== viewer.userId && !viewer.managesUsers) throw new Fault('permission_denied')
    const type = draft.token_type ?? 'USER'
    const now = this.clock()
    const expiresAt = draft.expires_at == null ? null : Math.round(draft.expires_at * 1_000_000)
    if (expiresAt !== null && !(expiresAt > now && expiresAt <= Number.MAX_SAFE_INTEGER)) {
      throw fieldFault('expires_at', 'Must be a moment in the future.')
    }
    const scope = draft.scope ?? null
    if (scope !== null && type === 'INGEST') {
      throw fieldFault('scope', 'Only a USER token has a scope.')
    }
    const { read_only: isReadOnly = false, networks = [] } = draft
    if (isReadOnly && type === 'INGEST') {
      throw fieldFault('read_only', 'Only a USER token is read-only.')
    }
    const invalidNetwork = networks.find(network => !isNetwork(network))
    if (invalidNetwork !== undefined) {
      const message = `"${invalidNetwork}" is not an address or network such as 192.0.2.0/24.`
      throw fieldFault('networks', message)
    }
    const id = await this.db.transaction().execute(async transaction => {
      await requireRows(transaction, 'users', [userId], 'user')
      await requireRoom(transaction, userId)
      const { description = '' } = draft
      const limits = { isReadOnly, networks }
      const token = { userId, type, description, expiresAt, scope, ...limits, key: newSecretKey(type) }
      return insertToken(transaction, this.keyring, token, now)
    })
    const row = await tokenRows(this.db).where('auth_tokens.id', '=', id).executeTakeFirstOrThrow()
    return this.#present(row, { userId, managesUsers: false })
  }

  /**
   * Imports keys that were made elsewhere, all or none, for clients that keep using them; returns the keys
   * that were new. Throws conflict when a user would have too many.
   */
  async importKeys(keys: readonly ImportedKey[]): Promise<ImportedKey[]> {
    const now = this.clock()
    return await this.db.transaction().execute(async transaction => {
      const added: ImportedKey[] = []
      for (const imported of keys) {
        const { key, userId, description } = imported
        const hash = this.keyring.lookupHash(key)
        const existing = transaction.selectFrom('auth_tokens').select('id').where('secret_hash', '=', hash)
        if (await existing.executeTakeFirst()) continue
        await requireRoom(transaction, userId)
        const type = key.startsWith('ingest-') ? 'INGEST' : 'USER'
        await insertToken(transaction, this.keyring, { userId, type, description, expiresAt: null, key }, now)
        added.push(imported)
      }
      return added
    })
  }

  /** Revokes a token, found as by `get`: its connections end. Throws not_found. */
  async remove(viewer: TokenViewer, key: string): Promise<void> {
    const { id } = await this.#find(viewer, key)
    await this.revocations.runInTransaction(async (transaction, revoke) => {
      if (!(await deleteRow(transaction, 'auth_tokens', id))) throw new Fault('not_found')
      await revoke({ token: id })
    })
  }

  async #find(viewer: TokenViewer, key: string): Promise<TokenRow> {
    const bySecret = secretKeyPattern.test(key)
    if (!bySecret && !/^\d{1,15}$/.test(key)) throw new Fault('not_found')
    const found = await tokenRows(this.db)
      .where(eb => isUnexpired(eb, this.clock()))
      .where(eb =>
        bySecret
          ? eb('auth_tokens.secret_hash', '=', this.keyring.lookupHash(key))
          : eb('auth_tokens.id', '=', Number(key)),
      )
      .executeTakeFirst()
    const isOwn = found?.user_id === viewer.userId
    if (found === undefined || !(isOwn || (viewer.managesUsers && !bySecret))) throw new Fault('not_found')
    return found
  }

  #present(row: TokenRow, viewer: TokenViewer): AuthToken {
    const type = row.token_type === 'INGEST' ? 'INGEST' : 'USER'
    const key = this.keyring.tryOpen(row.secret_sealed, row.secret_hash)
    return {
      id: row.id,
      secret_key: shownKey(key, type, row.user_id === viewer.userId),
      token_type: type,
      user: userRef({ ...row, id: row.user_id }),
      description: row.description,
      scope: scopeOf(row),
      read_only: row.is_read_only === 1,
      networks: networksOf(row),
      created_at: unixSeconds(row.created_at),
      last_used_at: unixSeconds(row.last_used_at),
      expires_at: unixSeconds(row.expires_at),
    }
  }
}

/** Throws conflict when the user has as many tokens as a user may have. */
async function requireRoom(transaction: Transaction<Tables>, userId: number): Promise<void> {
  const userTokens = transaction.selectFrom('auth_tokens').where('user_id', '=', userId)
  await requireAtMost(maxTokensPerUser, userTokens, `A user has at most ${maxTokensPerUser} tokens.`)
}

function tokenRows(db: Database) {
  return db
    .selectFrom('auth_tokens')
    .innerJoin('users', 'users.id', 'auth_tokens.user_id')
    .selectAll('auth_tokens')
    .select(userNameColumns)
}

type TokenRow = Awaited<ReturnType<ReturnType<typeof tokenRows>['executeTakeFirstOrThrow']>>

/** Inserts a token and returns its id. Also called for the first token, within a larger transaction. */
export async function insertToken(
  transaction: Transaction<Tables>,
  keyring: Keyring,
  token: {
    userId: number
    type: TokenType
    description: string
    expiresAt: number | null
    scope?: TokenScope | null
    isReadOnly?: boolean
    networks?: readonly string[]
    key: string
  },
  now: number,
): Promise<number> {
  await requireKeyInForce(transaction, keyring)
  const hash = keyring.lookupHash(token.key)
  return await insertRow(transaction, 'auth_tokens', {
    user_id: token.userId,
    token_type: token.type,
    secret_hash: hash,
    secret_sealed: keyring.seal(token.key, hash),
    description: token.description,
    created_at: now,
    last_used_at: null,
    expires_at: token.expiresAt,
    ...scopeColumns(token.scope ?? null),
    is_read_only: token.isReadOnly === true ? 1 : 0,
    networks:
      token.networks === undefined || token.networks.length === 0 ? null : JSON.stringify(token.networks),
  })
}

function isUnexpired(eb: ExpressionBuilder<Tables, 'auth_tokens'>, now: number) {
  return eb.or([eb('auth_tokens.expires_at', 'is', null), eb('auth_tokens.expires_at', '>', now)])
}

/** 192 random bits after a prefix that shows the type. */
export function newSecretKey(type: TokenType): string {
  return `${prefixOf(type)}${randomBytes(24).toString('hex')}`
}

function prefixOf(type: TokenType): string {
  return type === 'INGEST' ? 'ingest-' : 'user-'
}

/**
 * A key as a viewer sees it: whole for its owner (`isOwn`); for other users the start, enough to tell keys
 * apart. `key` undefined: the instance key does not open it. Such a token can be removed by its id.
 */
function shownKey(key: string | undefined, type: TokenType, isOwn: boolean): string {
  if (key === undefined) return `${prefixOf(type)}????...`
  return isOwn ? key : `${key.slice(0, key.indexOf('-') + 5)}...`
}
