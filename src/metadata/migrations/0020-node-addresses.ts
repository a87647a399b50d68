import type { Kysely } from 'kysely'

/** Addresses at which nodes reach each other, and when each node was last seen. */
export const nodeAddresses = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const column of ['url', 'counters'])
      await db.schema.alterTable('nodes').addColumn(column, 'text').execute()
    await db.schema.alterTable('nodes').addColumn('seen_at', 'bigint').execute()
  },
}
