import type { Kysely } from 'kysely'
import { idColumn } from './id-column.ts'

/** Saved searches, and whether and when each reader starred or used them. */
export const savedSearches = {
  async up(db: Kysely<unknown>): Promise<void> {
    await idColumn(db.schema.createTable('saved_searches'))
      .addColumn('owner_id', 'integer', column => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('title', 'text', column => column.notNull())
      .addColumn('title_key', 'text', column => column.notNull())
      .addColumn('description', 'text', column => column.notNull())
      .addColumn('params', 'text', column => column.notNull())
      .addColumn('columns', 'text', column => column.notNull())
      .addColumn('is_public', 'integer', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createIndex('saved_searches_owner').on('saved_searches').column('owner_id').execute()
    await db.schema.createIndex('saved_searches_public').on('saved_searches').column('is_public').execute()
    await db.schema
      .createTable('saved_search_readers')
      .addColumn('user_id', 'integer', column => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('search_id', 'integer', column =>
        column.notNull().references('saved_searches.id').onDelete('cascade'),
      )
      .addColumn('starred', 'integer', column => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .addPrimaryKeyConstraint('saved_search_readers_key', ['user_id', 'search_id'])
      .execute()
    await db.schema
      .createIndex('saved_search_readers_search')
      .on('saved_search_readers')
      .column('search_id')
      .execute()
  },
}
