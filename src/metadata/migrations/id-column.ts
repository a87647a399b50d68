import type { CreateTableBuilder } from 'kysely'

/** An `id` that rises and is never reused, even after its row is deleted: logs and caches contain ids. */
export function idColumn<Table extends string>(table: CreateTableBuilder<Table>) {
  return table.addColumn('id', 'integer', column => column.primaryKey().autoIncrement())
}
