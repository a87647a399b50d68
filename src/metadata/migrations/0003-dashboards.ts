import type { Kysely } from 'kysely'
import { idColumn } from './id-column.ts'

/** Dashboards, widgets, and placements: which widgets each dashboard shows, and in which order. */
export const dashboards = {
  async up(db: Kysely<unknown>): Promise<void> {
    await idColumn(db.schema.createTable('dashboards'))
      .addColumn('owner_id', 'integer', column => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('title', 'text', column => column.notNull())
      .addColumn('title_key', 'text', column => column.notNull())
      .addColumn('config', 'text', column => column.notNull())
      .addColumn('is_public', 'integer')
      .addColumn('is_default', 'integer', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createIndex('dashboards_owner').on('dashboards').column('owner_id').execute()
    await db.schema.createIndex('dashboards_public').on('dashboards').column('is_public').execute()
    await idColumn(db.schema.createTable('widgets'))
      .addColumn('owner_id', 'integer', column => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('type', 'text', column => column.notNull())
      .addColumn('title', 'text', column => column.notNull())
      .addColumn('title_key', 'text', column => column.notNull())
      .addColumn('config', 'text', column => column.notNull())
      .addColumn('is_public', 'integer')
      .addColumn('position', 'integer')
      .addColumn('size', 'integer')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createIndex('widgets_owner').on('widgets').column('owner_id').execute()
    await db.schema
      .createTable('placements')
      .addColumn('dashboard_id', 'integer', column =>
        column.notNull().references('dashboards.id').onDelete('cascade'),
      )
      .addColumn('widget_id', 'integer', column =>
        column.notNull().references('widgets.id').onDelete('cascade'),
      )
      .addColumn('ordinal', 'integer', column => column.notNull())
      .addColumn('attached', 'integer', column => column.notNull())
      .addColumn('query_id', 'text', column => column.notNull().unique())
      .addPrimaryKeyConstraint('placements_key', ['dashboard_id', 'widget_id'])
      .execute()
    await db.schema.createIndex('placements_widget').on('placements').column('widget_id').execute()
  },
}
