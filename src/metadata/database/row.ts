import { type Generated, type Insertable, sql, type Updateable } from 'kysely'
import type { Database, Tables } from './tables.ts'

type TableWithId = {
  [Table in keyof Tables]: Tables[Table] extends { id: Generated<number> } ? Table : never
}[keyof Tables]

const rowId = sql<number>`id`.as('id')

/** Inserts a row and returns its id. */
export async function insertRow<Table extends TableWithId>(
  db: Database,
  table: Table,
  row: Insertable<Tables[Table]>,
): Promise<number> {
  const inserted = db.insertInto(table).values(row).returning(rowId).$castTo<{ id: number }>()
  return (await inserted.executeTakeFirstOrThrow()).id
}

/** Sets these columns of a row; an undefined column stays as it is. */
export async function updateRow<Table extends TableWithId>(
  db: Database,
  table: Table,
  id: number,
  columns: { [Column in keyof Updateable<Tables[Table]>]?: Updateable<Tables[Table]>[Column] | undefined },
): Promise<void> {
  const assignments = Object.entries(columns)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(assignments)} where id = ${id}`.execute(db)
}

/** Returns whether there was such a row. */
export async function deleteRow(db: Database, table: TableWithId, id: number): Promise<boolean> {
  const deleted = await db.deleteFrom(table).where(sql.ref('id'), '=', id).returning(rowId).executeTakeFirst()
  return deleted !== undefined
}

/** The id of the row that was made with this key; undefined: there is none. */
export async function findByKey(
  db: Database,
  table: 'event_notes' | 'tasks',
  idempotencyKey: string | null,
): Promise<number | undefined> {
  if (idempotencyKey === null) return undefined
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  return row?.id
}
