import { type Kysely, sql } from 'kysely'

/**
 * Adds the node to `recorded_batches`, the batches whose matches of triggers are recorded: each node has a
 * spool, and batch numbers are per spool. Batches from before nodes existed belong to node 0.
 */
export const batchesOfNodes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('recorded_batches').renameTo('old_recorded_batches').execute()
    await db.schema
      .createTable('recorded_batches')
      .addColumn('node', 'integer', column => column.notNull())
      .addColumn('sequence', 'bigint', column => column.notNull())
      .addColumn('recorded_at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('recorded_batches_of_nodes_key', ['node', 'sequence'])
      .execute()
    await sql`insert into recorded_batches (node, sequence, recorded_at)
      select 0, sequence, recorded_at from old_recorded_batches`.execute(db)
    await db.schema.dropTable('old_recorded_batches').execute()
    await db.schema
      .createIndex('recorded_batches_of_nodes_by_time')
      .on('recorded_batches')
      .columns(['node', 'recorded_at'])
      .execute()
  },
}
