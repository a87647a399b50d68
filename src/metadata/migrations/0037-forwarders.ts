import { type Kysely, sql } from 'kysely'
import { idColumn } from './id-column.ts'

/**
 * Forwarders: destinations of events, how far each has got, and the process that works on it.
 * `database/forwarder-tables.ts` describes the columns.
 */
export const forwarders = {
  async up(db: Kysely<unknown>): Promise<void> {
    await idColumn(db.schema.createTable('forwarders'))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('name_key', 'text', column => column.notNull())
      .addColumn('is_active', 'integer', column => column.notNull())
      .addColumn('content', 'text', column => column.notNull())
      .addColumn('sealed', 'text')
      .addColumn('revision', 'bigint', column => column.notNull().defaultTo(sql.lit(1)))
      .addColumn('position', 'text')
      .addColumn('skips', 'integer', column => column.notNull().defaultTo(sql.lit(0)))
      .addColumn('counts', 'text', column => column.notNull())
      .addColumn('activity', 'text', column => column.notNull())
      .addColumn('runner', 'text')
      .addColumn('lease_until', 'bigint')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .execute()
  },
}
