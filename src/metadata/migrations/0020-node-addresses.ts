import type { Kysely } from 'kysely'

/** `nodes`: the URL at which other nodes reach a node, counters of its ingest, and when it was last seen. */
export const nodeAddresses = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const column of ['url', 'counters'])
      await db.schema.alterTable('nodes').addColumn(column, 'text').execute()
    await db.schema.alterTable('nodes').addColumn('seen_at', 'bigint').execute()
  },
}
