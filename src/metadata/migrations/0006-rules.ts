import type { Kysely } from 'kysely'

/** Rule files that were made through the API, and which files (also of the rules folder) are disabled. */
export const rules = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('rule_files')
      .addColumn('name', 'text', column => column.primaryKey())
      .addColumn('content', 'text')
      .addColumn('is_enabled', 'integer', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .execute()
  },
}
