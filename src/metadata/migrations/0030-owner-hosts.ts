import { type Kysely, sql } from 'kysely'
import { idColumn } from './id-column.ts'

/**
 * The hosts that the owner of a trigger saw when it fired, with each notification and action: readers who see
 * fewer hosts must not read what was found in all of them. `host_lists` has each list of patterns once.
 */
export const ownerHosts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await idColumn(db.schema.createTable('host_lists'))
      .addColumn('digest', 'text', column => column.notNull().unique())
      .addColumn('patterns', 'text', column => column.notNull())
      .execute()
    for (const table of ['notification_events', 'action_runs'])
      await db.schema.alterTable(table).addColumn('owner_hosts_id', 'integer').execute()
    await db.schema
      .alterTable('notification_events')
      .addColumn('is_of_host', 'integer', column => column.notNull().defaultTo(sql.lit(0)))
      .execute()
    // Replaces an index. With the two new columns, the counts that readers of some hosts see are still read
    // from the index alone.
    await db.schema
      .createIndex('notification_events_parts')
      .on('notification_events')
      .columns(['group_id', 'host', 'is_read', 'count', 'fired_at', 'owner_hosts_id', 'is_of_host'])
      .execute()
    await sql`drop index notification_events_group_id_host_is_read_count_fired_at`.execute(db)
  },
}
