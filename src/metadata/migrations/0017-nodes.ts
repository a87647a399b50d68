import type { Kysely } from 'kysely'
import { idColumn } from './id-column.ts'

/** The nodes: services that share this metadata. A restarted node finds its row by its data folder. */
export const nodes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await idColumn(db.schema.createTable('nodes'))
      .addColumn('name', 'text', column => column.notNull().unique())
      .addColumn('folder', 'text', column => column.notNull().unique())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .execute()
  },
}
