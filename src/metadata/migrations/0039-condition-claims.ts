import type { Kysely } from 'kysely'

/** Which node evaluates the condition of each trigger, until when: one node at a time. */
export const conditionClaims = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('condition_claims')
      .addColumn('trigger_id', 'integer', column =>
        column.primaryKey().references('triggers.id').onDelete('cascade'),
      )
      .addColumn('runner', 'text', column => column.notNull())
      .addColumn('lease_until', 'bigint', column => column.notNull())
      .execute()
  },
}
