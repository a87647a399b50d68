import type { Kysely } from 'kysely'

/** Files of rules that were made by the interface, and which files are off. */
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
