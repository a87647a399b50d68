import { type Kysely, sql } from 'kysely'

/** `forwarders.expired`: number of events that the retention deleted before the forwarder sent them. */
export const expiredEvents = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('forwarders')
      .addColumn('expired', 'bigint', column => column.notNull().defaultTo(sql.lit(0)))
      .execute()
  },
}
