import type { Kysely } from 'kysely'

/**
 * `trigger_counts.fires_count`: how often a trigger fired. `hits_count` is the number of events that matched:
 * a trigger with a condition over many events fires more seldom than it matches.
 */
export const triggerFires = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('trigger_counts')
      .addColumn('fires_count', 'bigint', column => column.notNull().defaultTo(0))
      .execute()
  },
}
