import type { Kysely } from 'kysely'
import { idColumn } from './id-column.ts'

/** Services that use the metadata. */
export const nodes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await idColumn(db.schema.createTable('nodes'))
      .addColumn('name', 'text', column => column.notNull().unique())
      .addColumn('folder', 'text', column => column.notNull().unique())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .execute()
  },
}
