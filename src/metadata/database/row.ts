import {
  type Expression,
  type Generated,
  type Insertable,
  type Selectable,
  sql,
  type Updateable,
} from 'kysely'
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

type Update<Row> = { [Column in keyof Updateable<Row>]?: ColumnUpdate<Updateable<Row>[Column]> }
type ColumnUpdate<Value> = Value | Expression<Exclude<Value, undefined>> | undefined

/** New values of columns; for a union of tables, of any one of them. An undefined column stays as it is. */
export type RowUpdate<Table extends TableWithId> = Table extends unknown ? Update<Tables[Table]> : never

/** Updates a row, if it exists. */
export async function updateRow<Table extends TableWithId>(
  db: Database,
  table: Table,
  id: number,
  columns: RowUpdate<Table>,
): Promise<void> {
  await updateRowIf(db, table, id, {}, columns)
}

/**
 * Updates a row if it still has the `expected` values. An expected null matches no row. Returns whether the
 * row was updated.
 */
export async function updateRowIf<Table extends TableWithId>(
  db: Database,
  table: Table,
  id: number,
  expected: Partial<Selectable<Tables[Table]>>,
  columns: RowUpdate<Table>,
): Promise<boolean> {
  const assignments = Object.entries(columns)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const conditions = Object.entries({ id, ...expected }).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  )
  const { rows } = await sql`update ${sql.table(table)} set ${sql.join(assignments)}
    where ${sql.join(conditions, sql` and `)} returning id`.execute(db)
  return rows.length > 0
}

/** Deletes a row. Returns whether there was one. */
export async function deleteRow(db: Database, table: TableWithId, id: number): Promise<boolean> {
  const deleted = await db.deleteFrom(table).where(sql.ref('id'), '=', id).returning(rowId).executeTakeFirst()
  return deleted !== undefined
}

/** The id of the row that was created with this idempotency key; undefined if there is none. */
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
