import type { Kysely } from 'kysely'

/**
 * The log of appends that the nodes of one store share (append-log/): its state, its entries, and the batch
 * number of each spool file. Since 0036, the newest entry has the state. In SQLite the tables stay empty.
 */
export const appendLog = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('append_log_state')
      .addColumn('name', 'text', column => column.primaryKey())
      .addColumn('position', 'bigint', column => column.notNull())
      .addColumn('batch', 'bigint', column => column.notNull())
      .addColumn('joins', 'bigint', column => column.notNull())
      .addColumn('own_numbers', 'bigint', column => column.notNull())
      .execute()
    await db.schema
      .createTable('append_log')
      .addColumn('position', 'bigint', column => column.primaryKey())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('batch', 'bigint', column => column.notNull())
      .addColumn('is_repeated', 'integer', column => column.notNull())
      .addColumn('body', 'text', column => column.notNull())
      .addColumn('token', 'text', column => column.notNull())
      .execute()
    await db.schema
      .createTable('append_batches')
      .addColumn('folder', 'text', column => column.notNull())
      .addColumn('sequence', 'bigint', column => column.notNull())
      .addColumn('batch', 'bigint', column => column.notNull())
      .addColumn('position', 'bigint', column => column.notNull())
      .addColumn('is_pending', 'integer', column => column.notNull())
      .addColumn('is_repeated', 'integer', column => column.notNull())
      .addPrimaryKeyConstraint('append_batches_key', ['folder', 'sequence'])
      .execute()
    await db.schema
      .createIndex('append_batches_pending')
      .on('append_batches')
      .columns(['is_pending', 'position'])
      .execute()
  },
}
