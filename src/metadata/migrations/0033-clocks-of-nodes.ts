import type { Kysely } from 'kysely'

/** How far the clock of each node is ahead of the clock of the database. */
export const clocksOfNodes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('nodes').addColumn('clock_skew_ms', 'bigint').execute()
  },
}
