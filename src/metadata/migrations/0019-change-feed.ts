import type { Kysely } from 'kysely'
import { idColumn } from './id-column.ts'

/** Changes of the last hour, for all processes on this metadata. In SQLite the table stays empty. */
export const changeFeed = {
  async up(db: Kysely<unknown>): Promise<void> {
    await idColumn(db.schema.createTable('change_feed'))
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('content', 'text', column => column.notNull())
      .addColumn('at', 'bigint', column => column.notNull())
      .execute()
  },
}
