import type { Kysely } from 'kysely'

/** How often triggers fired, beside how many events they matched. */
export const triggerFires = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('trigger_counts')
      .addColumn('fires_count', 'bigint', column => column.notNull().defaultTo(0))
      .execute()
  },
}
