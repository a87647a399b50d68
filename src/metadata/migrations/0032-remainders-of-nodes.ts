import { type Kysely, sql } from 'kysely'

/**
 * Divisor of the remainders. The value of `remainderBy` (nodes/remainders.ts) at the time of this migration,
 * which stays even if that changes.
 */
const remainders = 1_024
/**
 * Distance of the new ids from the common counter. Nodes of an earlier version take ids from the counter
 * until they are upgraded, and take fewer than this.
 */
const gap = 2 ** 36

/**
 * `nodes.remainder`: what all batch numbers and event ids of a node leave when divided by `remainderBy`, so
 * that nodes never choose the same ones. `nodes.next_event_id`: the lowest event id that the node has not
 * reserved. In earlier versions the remainder followed from the node's id, and all nodes shared the counter
 * `event_ids`. If several nodes had the same remainder, the one with the lowest id keeps it; the others get a
 * new one at their next start.
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
