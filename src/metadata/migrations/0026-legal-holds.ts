import type { Kysely } from 'kysely'
import { idColumn } from './id-column.ts'

/** Events that are kept regardless of the retention. Names of users stay when the users are deleted. */
export const legalHolds = {
  async up(db: Kysely<unknown>): Promise<void> {
    await idColumn(db.schema.createTable('legal_holds'))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('name_key', 'text', column => column.notNull())
      .addColumn('reason', 'text', column => column.notNull())
      .addColumn('filter', 'text', column => column.notNull())
      .addColumn('ts_from', 'bigint')
      .addColumn('ts_to', 'bigint')
      .addColumn('placed_at', 'bigint', column => column.notNull())
      .addColumn('placed_by', 'text', column => column.notNull())
      .addColumn('lifted_at', 'bigint')
      .addColumn('lifted_by', 'text')
      .execute()
  },
}
