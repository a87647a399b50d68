import { type Selectable, sql, type Transaction } from 'kysely'
import { Fault } from '../../schema/fault.ts'
import {
  type Group,
  type GroupDraft,
  type GroupOrderField,
  type GroupPatch,
  type Permission,
  permissions,
} from '../../schema/group.ts'
import { type Database, nameKey, type Tables } from '../tables.ts'

export interface GroupListOptions {
  offset: number
  limit: number
  order?: readonly { field: GroupOrderField; descending: boolean }[]
}

/** Groups of people: permissions, hosts, members. Whoever calls has checked who may do what. */
export class Groups {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Throws validation when the name is taken or a member unknown. */
  create(draft: GroupDraft): Promise<Group> {
    return this.#db.transaction().execute(async transaction => {
      await refuseTakenName(transaction, draft.name)
      const { id } = await transaction
        .insertInto('groups')
        .values({
          name: draft.name,
          name_key: nameKey(draft.name),
          description: draft.description ?? '',
          permissions: JSON.stringify(draft.permissions ?? []),
          hosts: JSON.stringify(draft.hosts ?? []),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await setMembers(transaction, id, draft.members ?? [])
      return readGroup(transaction, id)
    })
  }

  /** Throws not_found. */
  get(id: number): Promise<Group> {
    return readGroup(this.#db, id)
  }

  /** The group of that name in any letter case, undefined when there is none. */
  async findByName(name: string): Promise<Group | undefined> {
    const row = await this.#db
      .selectFrom('groups')
      .select('id')
      .where('name_key', '=', nameKey(name))
      .executeTakeFirst()
    return row === undefined ? undefined : readGroup(this.#db, row.id)
  }

  /** In the order of their ids unless told otherwise; ties by id. */
  async list(list: GroupListOptions): Promise<{ objects: Group[]; itemCount: number }> {
    let ordered = this.#db.selectFrom('groups').selectAll()
    for (const { field, descending } of list.order ?? [])
      ordered = ordered.orderBy(sql.ref(field === 'name' ? 'name_key' : 'id'), descending ? 'desc' : 'asc')
    ordered = ordered.orderBy('id', list.order?.at(-1)?.descending ? 'desc' : 'asc')
    const rows = await ordered.offset(list.offset).limit(list.limit).execute()
    const counted = await this.#db
      .selectFrom('groups')
      .select(eb => eb.fn.countAll<number>().as('groups'))
      .executeTakeFirstOrThrow()
    return { objects: await withMembers(this.#db, rows), itemCount: counted.groups }
  }

  /** Throws not_found, validation. */
  update(id: number, patch: GroupPatch): Promise<Group> {
    return this.#db.transaction().execute(async transaction => {
      const before = await readGroup(transaction, id)
      if (patch.name !== undefined) await refuseTakenName(transaction, patch.name, id)
      const after = { ...before, ...patch }
      await transaction
        .updateTable('groups')
        .set({
          name: after.name,
          name_key: nameKey(after.name),
          description: after.description,
          permissions: JSON.stringify(after.permissions),
          hosts: JSON.stringify(after.hosts),
        })
        .where('id', '=', id)
        .execute()
      if (patch.members !== undefined) await setMembers(transaction, id, patch.members)
      return readGroup(transaction, id)
    })
  }

  /** As `update`, absent members becoming what they are in a new group. */
  replace(id: number, draft: GroupDraft): Promise<Group> {
    const { name, description = '', permissions = [], hosts = [], members = [] } = draft
    return this.update(id, { name, description, permissions, hosts, members })
  }

  /** Throws not_found. Its members stay as users. */
  async remove(id: number): Promise<void> {
    const removed = await this.#db
      .deleteFrom('groups')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (removed === undefined) throw new Fault('not_found')
  }
}

/** What a user may do and see through its groups: permissions and host patterns add up. */
export async function getRights(
  db: Database,
  user: { id: number; is_admin: 0 | 1 },
): Promise<{ permissions: ReadonlySet<Permission>; hosts: readonly string[] }> {
  if (user.is_admin === 1) return { permissions: new Set(permissions), hosts: ['*'] }
  const rows = await db
    .selectFrom('groups')
    .innerJoin('group_members', 'group_members.group_id', 'groups.id')
    .select(['groups.permissions', 'groups.hosts'])
    .where('group_members.user_id', '=', user.id)
    .orderBy('groups.id')
    .execute()
  const hosts = new Set(rows.flatMap(row => texts(row.hosts)))
  return {
    permissions: new Set(rows.flatMap(row => knownPermissions(row.permissions))),
    hosts: hosts.has('*') ? ['*'] : [...hosts].sort(),
  }
}

async function refuseTakenName(
  transaction: Transaction<Tables>,
  name: string,
  except?: number,
): Promise<void> {
  const taken = await transaction
    .selectFrom('groups')
    .select('id')
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst()
  if (taken === undefined || taken.id === except) return
  throw new Fault('validation', { fields: { name: ['A group with that name already exists.'] } })
}

async function setMembers(
  transaction: Transaction<Tables>,
  id: number,
  members: readonly number[],
): Promise<void> {
  await transaction.deleteFrom('group_members').where('group_id', '=', id).execute()
  for (const member of new Set(members)) {
    const known = await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', member)
      .executeTakeFirst()
    if (known === undefined) {
      throw new Fault('validation', {
        fields: { members: [`Invalid pk "${member}" - object does not exist.`] },
      })
    }
    await transaction.insertInto('group_members').values({ group_id: id, user_id: member }).execute()
  }
}

async function readGroup(db: Database, id: number): Promise<Group> {
  const rows = await db.selectFrom('groups').selectAll().where('id', '=', id).execute()
  const [group] = await withMembers(db, rows)
  if (group === undefined) throw new Fault('not_found')
  return group
}

async function withMembers(db: Database, rows: readonly Selectable<Tables['groups']>[]): Promise<Group[]> {
  if (rows.length === 0) return []
  const members = new Map<number, number[]>(rows.map(row => [row.id, []]))
  const links = await db
    .selectFrom('group_members')
    .selectAll()
    .where('group_id', 'in', [...members.keys()])
    .orderBy('user_id')
    .execute()
  for (const link of links) members.get(link.group_id)?.push(link.user_id)
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    description: row.description,
    permissions: knownPermissions(row.permissions),
    hosts: texts(row.hosts),
    members: members.get(row.id) ?? [],
  }))
}

/** A permission that this version does not know (any more) gives nothing. */
function knownPermissions(json: string): Permission[] {
  const held = new Set(texts(json))
  return permissions.filter(permission => held.has(permission))
}

function texts(json: string): string[] {
  const value: unknown = JSON.parse(json)
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}
