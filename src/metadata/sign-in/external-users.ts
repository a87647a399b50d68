import type { Transaction } from 'kysely'
import type { AuditChange } from '../../schema/people/audit.ts'
import { describeEntry } from '../audit/pending-entry.ts'
import type { Revoke } from '../changes/revocations.ts'
import { parseStrings } from '../database/json-column.ts'
import { deleteRow, insertRow, updateRow } from '../database/row.ts'
import { type Database, nameKey, type Tables } from '../database/tables.ts'
import { type ExternalAccount, type ExternalUserPolicy, SignInError } from '../identity/external-account.ts'
import { getRights } from '../identity/rights.ts'
import { insertUser } from '../people/users.ts'
import { endSessionsOf } from '../sessions/sessions.ts'

/**
 * The user of an account, created at its first sign-in if allowed, with the names and groups that the account
 * has now. `isChanged`: the user or its groups have changed. Throws SignInError.
 */
export async function findExternalUser(
  transaction: Transaction<Tables>,
  account: ExternalAccount,
  { firstSignIn, isGroupRequired }: ExternalUserPolicy,
  now: number,
  revoke: Revoke,
): Promise<{ id: number; isChanged: boolean }> {
  const groups = await mappedGroups(transaction, account)
  if (isGroupRequired && groups.entitled.size === 0) throw new SignInError('no_group')
  const storedAccount = await transaction
    .selectFrom('external_accounts')
    .select('user_id')
    .where('provider', '=', account.provider)
    .where('issuer', '=', account.issuer)
    .where('subject', '=', account.subject)
    .executeTakeFirst()
  const changes: AuditChange[] = []
  const id =
    storedAccount?.user_id ??
    (await userOfFirstSignIn(transaction, account, { firstSignIn, now, revoke, changes }))
  const user = await transaction
    .selectFrom('users')
    .select(['id', 'username', 'email', 'first_name', 'last_name', 'is_active'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  describeEntry({ user: { id, username: user.username } })
  if (user.is_active === 0) throw new SignInError('disabled')
  const names = {
    email: account.email ?? user.email,
    first_name: account.firstName ?? user.first_name,
    last_name: account.lastName ?? user.last_name,
  }
  const isRenamed =
    names.email !== user.email || names.first_name !== user.first_name || names.last_name !== user.last_name
  if (isRenamed) await updateRow(transaction, 'users', id, names)
  await followGroups(transaction, id, groups, changes)
  describeEntry({ changes })
  return { id, isChanged: isRenamed || changes.length > 0 }
}

interface FirstSignIn extends Pick<ExternalUserPolicy, 'firstSignIn'> {
  now: number
  revoke: Revoke
  changes: AuditChange[]
}

/** Creates the user of a new account, or links the account to the user with its username. Returns the id. */
async function userOfFirstSignIn(
  transaction: Transaction<Tables>,
  { provider, issuer, subject, ...account }: ExternalAccount,
  { firstSignIn, now, revoke, changes }: FirstSignIn,
): Promise<number> {
  const namesake = await transaction
    .selectFrom('users')
    .select(['id', 'is_admin'])
    .where('username_key', '=', nameKey(account.username))
    .executeTakeFirst()
  if (namesake === undefined && firstSignIn === 'link') throw new SignInError('unknown_user')
  if (namesake !== undefined) {
    if (firstSignIn === 'create' || !(await isLinkable(transaction, namesake)))
      throw new SignInError('name_taken')
    await endEarlierAccess(transaction, namesake.id, revoke, changes)
  }
  const id =
    namesake?.id ??
    (await insertUser(transaction, { username: account.username, passwordHash: null, isAdmin: false }, now))
  await insertRow(transaction, 'external_accounts', { user_id: id, provider, issuer, subject })
  changes.push({ member: 'user', after: namesake === undefined ? 'created' : 'linked' })
  return id
}

/**
 * Whether a password that is not the one stored for this user may be sent to the directory. Only if the user
 * has no stored password, has an account in the directory, or may be linked to one.
 */
export async function maySendToDirectory(
  db: Database,
  user: { id: number; is_admin: 0 | 1; password_hash: string | null },
  { firstSignIn }: Pick<ExternalUserPolicy, 'firstSignIn'>,
): Promise<boolean> {
  if (user.password_hash === null) return true
  if (await hasAccount(db, user.id, 'ldap')) return true
  return firstSignIn !== 'create' && (await isLinkable(db, user))
}

/** Whether an account of the company may be linked to this user. */
async function isLinkable(db: Database, user: { id: number; is_admin: 0 | 1 }) {
  // Users with manage_users can do all that administrators can.
  const { permissions } = await getRights(db, user)
  if (permissions.has('manage_users')) return false
  // A company may give the username of a person who has left to another person. The first person's account
  // keeps the user.
  return !(await hasAccount(db, user.id))
}

/**
 * Ends earlier access to a user before an account of the company opens it: the account's owner may be another
 * person, and membership in groups follows the account from now on. INGEST tokens stay: they read nothing,
 * and logs would be lost without them.
 */
async function endEarlierAccess(
  transaction: Transaction<Tables>,
  userId: number,
  revoke: Revoke,
  changes: AuditChange[],
): Promise<void> {
  await updateRow(transaction, 'users', userId, { password_hash: null })
  await endSessionsOf(transaction, userId, revoke)
  const tokens = await transaction
    .selectFrom('auth_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('token_type', '=', 'USER')
    .orderBy('id')
    .execute()
  for (const { id } of tokens)
    if (await deleteRow(transaction, 'auth_tokens', id)) await revoke({ token: id })
  if (tokens.length > 0) changes.push({ member: 'tokens', before: tokens.map(({ id }) => id), after: [] })
}

async function hasAccount(
  db: Database,
  userId: number,
  provider?: ExternalAccount['provider'],
): Promise<boolean> {
  const accounts = db.selectFrom('external_accounts').select('id').where('user_id', '=', userId)
  const matchingAccounts = provider === undefined ? accounts : accounts.where('provider', '=', provider)
  return (await matchingAccounts.executeTakeFirst()) !== undefined
}

/** Ids of our groups that name groups of a company: all, and the groups that an account is entitled to. */
interface MappedGroups {
  all: readonly number[]
  entitled: ReadonlySet<number>
}

async function mappedGroups(
  transaction: Transaction<Tables>,
  { provider, groups }: Pick<ExternalAccount, 'provider' | 'groups'>,
): Promise<MappedGroups> {
  // Directories compare names without regard to letter case.
  const comparable = (name: string) => (provider === 'ldap' ? nameKey(name) : name)
  const accountGroups = new Set(groups.map(comparable))
  const mapped = await transaction
    .selectFrom('groups')
    .select(['id', 'external_groups'])
    .where('external_groups', '!=', '[]')
    .execute()
  const entitled = mapped.filter(row =>
    parseStrings(row.external_groups).some(name => accountGroups.has(comparable(name))),
  )
  return { all: mapped.map(({ id }) => id), entitled: new Set(entitled.map(({ id }) => id)) }
}

/** Sets the user's memberships in our groups that name groups of the company. Other memberships stay. */
async function followGroups(
  transaction: Transaction<Tables>,
  userId: number,
  { all, entitled }: MappedGroups,
  changes: AuditChange[],
): Promise<void> {
  const memberships = await transaction
    .selectFrom('group_members')
    .select('group_id')
    .where('user_id', '=', userId)
    .execute()
  const previousGroupIds = memberships.map(({ group_id }) => group_id)
  const joinedGroupIds = [...entitled].filter(id => !previousGroupIds.includes(id))
  const leftGroupIds = previousGroupIds.filter(id => all.includes(id) && !entitled.has(id))
  if (joinedGroupIds.length + leftGroupIds.length === 0) return
  for (const group_id of joinedGroupIds)
    await transaction.insertInto('group_members').values({ group_id, user_id: userId }).execute()
  if (leftGroupIds.length > 0)
    await transaction
      .deleteFrom('group_members')
      .where('user_id', '=', userId)
      .where('group_id', 'in', leftGroupIds)
      .execute()
  const after = [...previousGroupIds.filter(id => !leftGroupIds.includes(id)), ...joinedGroupIds]
  changes.push({ member: 'groups', before: sorted(previousGroupIds), after: sorted(after) })
}

function sorted(ids: readonly number[]): number[] {
  return [...ids].sort((one, other) => one - other)
}
