import { type Selectable, sql, type Transaction } from 'kysely'
import { Fault, fieldFault } from '../../schema/fault.ts'
import type { Group, GroupDraft, GroupOrderField, GroupPatch } from '../../schema/people/group.ts'
import { parseStrings } from '../database/json-column.ts'
import { deleteRow, insertRow, updateRow } from '../database/row.ts'
import { type Database, nameKey, type Tables } from '../database/tables.ts'
import { knownPermissions } from '../identity/rights.ts'
import { type ListOptions, type ListResult, readList, type SortColumns } from '../lists/select-page.ts'
import { Repository } from '../repository/repository.ts'
import { requireRows } from '../repository/require.ts'

const sortColumns: SortColumns<GroupOrderField> = { table: 'groups', keys: { name: sql.ref('name_key') } }

/** Ids of users to add to a group, and to remove from it. */
export interface MemberChange {
  add?: readonly number[]
  remove?: readonly number[]
}

/** Groups of users: permissions, hosts, members. The caller has checked permissions. */
export class Groups extends Repository {
  /** Throws validation when the name is taken or a member unknown. */
  create(draft: GroupDraft): Promise<Group> {
    const group = withDefaults(draft)
    return this.feed.transaction(async (transaction, publish) => {
      publish('people')
      await refuseTakenName(transaction, group.name)
      const id = await insertRow(transaction, 'groups', columnsOf(group))
      await setMemberships(transaction, 'group_id', id, group.members)
      return readGroup(transaction, id)
    })
  }

  /** Throws not_found. */
  get(id: number): Promise<Group> {
    return readGroup(this.db, id)
  }

  /** The group of that name in any letter case, undefined when there is none. */
  async findByName(name: string): Promise<Group | undefined> {
    const id = await findId(this.db, name)
    return id === undefined ? undefined : readGroup(this.db, id)
  }

  list(options: ListOptions<GroupOrderField>): Promise<ListResult<Group>> {
    const groups = this.db.selectFrom('groups')
    return readList(groups.selectAll(), groups, options, sortColumns, rows => withMembers(this.db, rows))
  }

  /** Throws not_found, validation. */
  update(id: number, patch: GroupPatch): Promise<Group> {
    return this.feed.transaction(async (transaction, publish) => {
      publish('people')
      const previousGroup = await readGroup(transaction, id)
      if (patch.name !== undefined) await refuseTakenName(transaction, patch.name, id)
      await updateRow(transaction, 'groups', id, columnsOf({ ...previousGroup, ...patch }))
      if (patch.members !== undefined) await setMemberships(transaction, 'group_id', id, patch.members)
      return readGroup(transaction, id)
    })
  }

  /**
   * Adds users to a group and removes others. Unlike `update`, it keeps the changes that another client makes
   * to the members at the same time. Throws not_found, validation.
   */
  changeMembers(id: number, { add = [], remove = [] }: MemberChange): Promise<Group> {
    return this.feed.transaction(async (transaction, publish) => {
      publish('people')
      await readGroup(transaction, id)
      await requireRows(transaction, 'users', add, 'members')
      for (const user_id of add) {
        const member = transaction.insertInto('group_members').values({ group_id: id, user_id })
        await member.onConflict(conflict => conflict.doNothing()).execute()
      }
      if (remove.length > 0) {
        const members = transaction.deleteFrom('group_members').where('group_id', '=', id)
        await members.where('user_id', 'in', remove).execute()
      }
      return readGroup(transaction, id)
    })
  }

  /** As `update`; absent members become what they are in a new group. */
  replace(id: number, draft: GroupDraft): Promise<Group> {
    return this.update(id, withDefaults(draft))
  }

  /** Throws not_found. Its members stay as users. */
  async remove(id: number): Promise<void> {
    await this.feed.transaction(async (transaction, publish) => {
      publish('people')
      if (!(await deleteRow(transaction, 'groups', id))) throw new Fault('not_found')
    })
  }
}

function withDefaults(draft: GroupDraft): Required<GroupDraft> {
  return { description: '', permissions: [], hosts: [], members: [], external_groups: [], ...draft }
}

function columnsOf({ name, description, permissions, hosts, external_groups }: Required<GroupDraft>) {
  return {
    name,
    name_key: nameKey(name),
    description,
    permissions: JSON.stringify(permissions),
    hosts: JSON.stringify(hosts),
    external_groups: JSON.stringify([...new Set(external_groups)]),
  }
}

async function findId(db: Database, name: string): Promise<number | undefined> {
  const named = db.selectFrom('groups').select('id').where('name_key', '=', nameKey(name))
  return (await named.executeTakeFirst())?.id
}

/** Throws validation if a group other than `except` has this name, in any letter case. */
async function refuseTakenName(db: Database, name: string, except?: number): Promise<void> {
  const existingId = await findId(db, name)
  if (existingId === undefined || existingId === except) return
  throw fieldFault('name', 'A group with that name already exists.')
}

async function readGroup(db: Database, id: number): Promise<Group> {
  const rows = await db.selectFrom('groups').selectAll().where('id', '=', id).execute()
  const [group] = await withMembers(db, rows)
  if (group === undefined) throw new Fault('not_found')
  return group
}

async function withMembers(db: Database, rows: readonly Selectable<Tables['groups']>[]): Promise<Group[]> {
  const members = await readMemberships(db, 'group_id', rows)
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    description: row.description,
    permissions: knownPermissions(row.permissions),
    hosts: parseStrings(row.hosts),
    members: members.get(row.id) ?? [],
    external_groups: parseStrings(row.external_groups),
  }))
}

/**
 * For each column of `group_members` by which rows are looked up: the other column, the table that its ids
 * refer to, and the field of the API with these ids.
 */
const sides = {
  group_id: { other: 'user_id', table: 'users', field: 'members' },
  user_id: { other: 'group_id', table: 'groups', field: 'groups' },
} as const
type Side = keyof typeof sides

/** The ids of the users of each group, or of the groups of each user (`rows`), ascending. */
export async function readMemberships(
  db: Database,
  side: Side,
  rows: readonly { id: number }[],
): Promise<ReadonlyMap<number, number[]>> {
  const { other } = sides[side]
  const found = new Map<number, number[]>(rows.map(({ id }) => [id, []]))
  if (rows.length === 0) return found
  const members = db
    .selectFrom('group_members')
    .selectAll()
    .where(side, 'in', [...found.keys()])
  for (const row of await members.orderBy(other).execute()) found.get(row[side])?.push(row[other])
  return found
}

/** Sets the users of a group, or the groups of a user. Throws validation for an id that does not exist. */
export async function setMemberships(
  transaction: Transaction<Tables>,
  side: Side,
  id: number,
  others: readonly number[],
): Promise<void> {
  const { table, field } = sides[side]
  await requireRows(transaction, table, others, field)
  await transaction.deleteFrom('group_members').where(side, '=', id).execute()
  for (const other of new Set(others)) {
    const member = side === 'group_id' ? { group_id: id, user_id: other } : { group_id: other, user_id: id }
    await transaction.insertInto('group_members').values(member).execute()
  }
}
