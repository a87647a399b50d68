import type { Kysely } from 'kysely'
import { idColumn } from './id-column.ts'

/** Notes on events. The author is null for a note that the service wrote, or whose author was deleted. */
export const eventNotes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await idColumn(db.schema.createTable('event_notes'))
      .addColumn('event_id', 'bigint', column => column.notNull())
      .addColumn('event_at', 'bigint', column => column.notNull())
      .addColumn('author_id', 'integer', column => column.references('users.id').onDelete('set null'))
      .addColumn('text', 'text', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createIndex('event_notes_event').on('event_notes').column('event_id').execute()
    await db.schema.createIndex('event_notes_event_at').on('event_notes').column('event_at').execute()
    await db.schema.createIndex('event_notes_author').on('event_notes').column('author_id').execute()
  },
}
