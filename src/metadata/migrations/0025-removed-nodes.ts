import type { Kysely } from 'kysely'

/** The program version of each node, and when the node was removed. */
export const removedNodes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('nodes').addColumn('version', 'text').execute()
    await db.schema.alterTable('nodes').addColumn('removed_at', 'bigint').execute()
  },
}
