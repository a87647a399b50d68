import type { Kysely } from 'kysely'

/** `nodes.clock_skew_ms`: how far a node's clock is ahead of the clock of the database, for warnings. */
export const clocksOfNodes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('nodes').addColumn('clock_skew_ms', 'bigint').execute()
  },
}
