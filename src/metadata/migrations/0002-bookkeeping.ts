import { type Kysely, sql } from 'kysely'

/**
 * `event_ids`: one row with the next event id of a single service (nodes have had their own since 0032).
 * `facts`: a key-value store of facts about the installation.
 */
export const bookkeeping = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('event_ids')
      .addColumn('id', 'integer', column => column.primaryKey().check(sql`id = 1`))
      .addColumn('next', 'bigint', column => column.notNull())
      .execute()
    await sql`insert into event_ids (id, next) values (1, 1)`.execute(db)
    await db.schema
      .createTable('facts')
      .addColumn('key', 'text', column => column.primaryKey())
      .addColumn('value', 'text', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .execute()
  },
}
