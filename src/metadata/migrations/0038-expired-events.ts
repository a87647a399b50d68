import { type Kysely, sql } from 'kysely'

/** Counts events that the retention deletes before a forwarder has sent them. */
export const expiredEvents = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('forwarders')
      .addColumn('expired', 'bigint', column => column.notNull().defaultTo(sql.lit(0)))
      .execute()
  },
}
