import type { Kysely } from 'kysely'

/** `nodes`: the version of a node's program, and when an administrator removed the node. */
export const removedNodes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('nodes').addColumn('version', 'text').execute()
    await db.schema.alterTable('nodes').addColumn('removed_at', 'bigint').execute()
  },
}
