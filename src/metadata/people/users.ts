import { type Selectable, sql, type Transaction } from 'kysely'
import { Fault, fieldFault } from '../../schema/fault.ts'
import type { OwnAccount, User, UserDraft, UserOrderField, UserPatch } from '../../schema/people/user.ts'
import { handOverAttachedWidgets } from '../dashboards/detach.ts'
import { insertRow, updateRow } from '../database/row.ts'
import { type Database, nameKey, type Tables, unixSeconds } from '../database/tables.ts'
import type { UserRef } from '../identity/identity.ts'
import { fullname, userNameColumns, userRef } from '../identity/user-ref.ts'
import {
  countRows,
  type ListOptions,
  type ListResult,
  nullAs,
  readList,
  type SortColumns,
} from '../lists/select-page.ts'
import { Repository } from '../repository/repository.ts'
import { hashPassword } from '../secrets/password.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { handOverTasks } from '../tasks/tasks.ts'
import { readMemberships, setMemberships } from './groups.ts'

const sortColumns: SortColumns<UserOrderField> = {
  table: 'users',
  keys: { username: sql.ref('username_key'), last_login_at: nullAs('last_login_at', 0) },
}

/** Users. The caller has checked permissions. */
export class Users extends Repository {
  /** Throws validation when the name is taken or a group unknown. */
  async create(draft: UserDraft): Promise<User> {
    const passwordHash = draft.password === undefined ? null : await hashPassword(draft.password)
    return this.db.transaction().execute(async transaction => {
      const id = await insertUser(transaction, { ...draft, passwordHash, isAdmin: false }, this.clock())
      return readUser(transaction, id)
    })
  }

  /** Throws not_found. */
  get(id: number): Promise<User> {
    return readUser(this.db, id)
  }

  /** A user's own view of the account. Throws not_found. */
  async account(id: number): Promise<OwnAccount> {
    const { password_hash } = await rowOf(this.db, id)
    return { ...(await readUser(this.db, id)), has_password: password_hash !== null }
  }

  /** Whether an OIDC or LDAP account is linked to the user. */
  async hasExternalAccount(id: number): Promise<boolean> {
    const accounts = this.db.selectFrom('external_accounts').select('id').where('user_id', '=', id)
    return (await accounts.executeTakeFirst()) !== undefined
  }

  /** The user of that name in any letter case, undefined when there is none. */
  async findByName(username: string): Promise<User | undefined> {
    const id = await findId(this.db, username)
    return id === undefined ? undefined : readUser(this.db, id)
  }

  list(options: ListOptions<UserOrderField>): Promise<ListResult<User>> {
    const users = this.db.selectFrom('users')
    return readList(users.selectAll(), users, options, sortColumns, rows => withGroups(this.db, rows))
  }

  /** Ids and names of the active users, in the order of their usernames. */
  async names({ offset, limit }: { offset: number; limit: number }): Promise<ListResult<UserRef>> {
    const active = this.db.selectFrom('users').where('is_active', '=', 1)
    const rows = await active
      .select(['id', ...userNameColumns])
      .orderBy('username_key')
      .offset(offset)
      .limit(limit)
      .execute()
    return { objects: rows.map(userRef), itemCount: await countRows(active) }
  }

  /**
   * Changes the given members. A new password ends the user's sessions except the session `keep`. Disabling
   * the user ends all sessions, and connections of the user's tokens. `passwordHash`: hash of the current
   * password, which was verified; throws validation if the password was changed since. Throws not_found,
   * validation, and conflict if no administrator would be left.
   */
  async update(
    id: number,
    patch: UserPatch,
    { keep, passwordHash }: { keep?: string | undefined; passwordHash?: string | undefined } = {},
  ): Promise<User> {
    const { username, email, first_name, last_name, password, is_active, groups } = patch
    const hash = password === undefined ? undefined : await hashPassword(password)
    return this.revocations.runInTransaction(async (transaction, revoke, publish) => {
      publish('people')
      if (passwordHash !== undefined) await requirePassword(transaction, id, passwordHash)
      const previousRow = await rowOf(transaction, id)
      const isActive = is_active ?? previousRow.is_active === 1
      if (!isActive) await requireOtherAdmin(transaction, previousRow)
      if (username !== undefined) await refuseTakenName(transaction, username, id)
      await updateRow(transaction, 'users', id, {
        username,
        username_key: username === undefined ? undefined : nameKey(username),
        email,
        first_name,
        last_name,
        password_hash: hash,
        is_active: isActive ? 1 : 0,
      })
      if (groups !== undefined) await setMemberships(transaction, 'user_id', id, groups)
      if (!isActive && previousRow.is_active === 1) {
        await endSessionsOf(transaction, id, revoke)
        await revoke({ user: id })
      } else if (hash !== undefined) await endSessionsOf(transaction, id, revoke, keep)
      return readUser(transaction, id)
    })
  }

  /** As `update`; absent members, except the password, get the values of a new user. */
  replace(id: number, draft: UserDraft): Promise<User> {
    const defaults = { email: '', first_name: '', last_name: '', is_active: true, groups: [] }
    return this.update(id, { ...defaults, ...draft })
  }

  /**
   * Deletes a user with everything that the user owns (tokens, sessions, dashboards, triggers, reports,
   * searches). Tasks that are assigned to another user become that user's own. Other users keep copies of
   * widgets that they attached. Throws not_found, and conflict if no administrator would be left.
   */
  async remove(id: number): Promise<void> {
    await this.revocations.runInTransaction(async (transaction, revoke, publish) => {
      publish('people')
      await requireOtherAdmin(transaction, await rowOf(transaction, id))
      await handOverTasks(transaction, id)
      await this.changes.within(transaction, publish, change => handOverAttachedWidgets(change, id))
      await transaction.deleteFrom('users').where('id', '=', id).execute()
      await revoke({ user: id })
    })
  }
}

/**
 * Throws validation unless the user's password still has this hash. Writes the same value again, so that it
 * waits for a concurrent change.
 */
async function requirePassword(transaction: Transaction<Tables>, id: number, hash: string): Promise<void> {
  const update = transaction
    .updateTable('users')
    .set({ password_hash: hash })
    .where('id', '=', id)
    .where('password_hash', '=', hash)
  if ((await update.executeTakeFirst()).numUpdatedRows === 0n)
    throw fieldFault('current_password', 'The password is not right.')
}

/** Inserts a user. Also called for the first user, within a larger transaction. */
export async function insertUser(
  transaction: Transaction<Tables>,
  draft: Omit<UserDraft, 'password'> & { passwordHash: string | null; isAdmin: boolean },
  now: number,
): Promise<number> {
  await refuseTakenName(transaction, draft.username)
  const id = await insertRow(transaction, 'users', {
    username: draft.username,
    username_key: nameKey(draft.username),
    email: draft.email ?? '',
    first_name: draft.first_name ?? '',
    last_name: draft.last_name ?? '',
    password_hash: draft.passwordHash,
    is_active: draft.is_active === false ? 0 : 1,
    is_admin: draft.isAdmin ? 1 : 0,
    created_at: now,
    last_login_at: null,
  })
  await setMemberships(transaction, 'user_id', id, draft.groups ?? [])
  return id
}

async function findId(db: Database, username: string): Promise<number | undefined> {
  const named = db.selectFrom('users').select('id').where('username_key', '=', nameKey(username))
  return (await named.executeTakeFirst())?.id
}

/** Throws validation if a user other than `except` has this name, in any letter case. */
async function refuseTakenName(db: Database, username: string, except?: number): Promise<void> {
  const existingId = await findId(db, username)
  if (existingId === undefined || existingId === except) return
  throw fieldFault('username', 'A user with that username already exists.')
}

/** Throws conflict when no active administrator would be left. */
async function requireOtherAdmin(
  transaction: Transaction<Tables>,
  leavingUser: Selectable<Tables['users']>,
): Promise<void> {
  if (leavingUser.is_admin === 0) return
  const other = await transaction
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', 1)
    .where('is_active', '=', 1)
    .where('id', '!=', leavingUser.id)
    .executeTakeFirst()
  if (other === undefined) throw new Fault('conflict', { detail: 'The last administrator has to stay.' })
}

function rowOf(db: Database, id: number): Promise<Selectable<Tables['users']>> {
  const row = db.selectFrom('users').selectAll().where('id', '=', id)
  return row.executeTakeFirstOrThrow(() => new Fault('not_found'))
}

async function readUser(db: Database, id: number): Promise<User> {
  const [user] = await withGroups(db, [await rowOf(db, id)])
  if (user === undefined) throw new Fault('not_found')
  return user
}

async function withGroups(db: Database, rows: readonly Selectable<Tables['users']>[]): Promise<User[]> {
  const groups = await readMemberships(db, 'user_id', rows)
  return rows.map(row => ({
    id: row.id,
    username: row.username,
    fullname: fullname(row),
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    is_active: row.is_active === 1,
    groups: groups.get(row.id) ?? [],
    is_admin: row.is_admin === 1,
    created_at: unixSeconds(row.created_at),
    last_login_at: unixSeconds(row.last_login_at),
  }))
}
