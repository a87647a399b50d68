import { type Kysely, sql } from 'kysely'

const remainders = 1_024
/** More ids than nodes of an earlier version take from the common counter until they are upgraded. */
const gap = 2 ** 36

/**
 * The remainder of the numbers that a node gives, and the lowest event id that it has not reserved.
 * Earlier versions took the remainder of the node's id, and one counter for event ids. A node without a
 * remainder gets one at its next start.
 */
export const remaindersOfNodes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('nodes').addColumn('remainder', 'integer').execute()
    await db.schema.alterTable('nodes').addColumn('next_event_id', 'bigint').execute()
    await sql`update nodes set remainder = case
        when exists (select 1 from nodes n where n.id < nodes.id and n.id % ${sql.lit(remainders)} = nodes.id % ${sql.lit(remainders)})
        then null else id % ${sql.lit(remainders)} end,
      next_event_id = (select next from event_ids) + ${sql.lit(gap)}`.execute(db)
  },
}
