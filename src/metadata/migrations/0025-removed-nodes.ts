import type { Kysely } from 'kysely'

/** Which program a node runs, and when somebody removed it. */
export const removedNodes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('nodes').addColumn('version', 'text').execute()
    await db.schema.alterTable('nodes').addColumn('removed_at', 'bigint').execute()
  },
}
