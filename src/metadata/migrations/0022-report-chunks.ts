import type { Kysely } from 'kysely'

/** Files of reports, for all nodes. In SQLite the table stays empty: the files are in the data folder. */
export const reportChunks = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('report_chunks')
      .addColumn('report_id', 'integer', column =>
        column.notNull().references('reports.id').onDelete('cascade'),
      )
      .addColumn('ordinal', 'integer', column => column.notNull())
      .addColumn('bytes', 'blob', column => column.notNull())
      .addPrimaryKeyConstraint('report_chunks_key', ['report_id', 'ordinal'])
      .execute()
  },
}
