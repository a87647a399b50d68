import type { Kysely } from 'kysely'

/** The nodes that evaluate conditions of triggers now. */
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
