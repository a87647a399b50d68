import type { CreateTableBuilder } from 'kysely'

/** An `id` that rises and is never given out again, even when its row is gone: ids stand in logs and in caches. */
export function idColumn<Table extends string>(table: CreateTableBuilder<Table>) {
  return table.addColumn('id', 'integer', column => column.primaryKey().autoIncrement())
}
