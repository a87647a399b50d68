import type { Kysely } from 'kysely'
import { idColumn } from './id-column.ts'

/** Tasks, which users assign to each other. A task may be about an event. */
export const tasks = {
  async up(db: Kysely<unknown>): Promise<void> {
    await idColumn(db.schema.createTable('tasks'))
      .addColumn('title', 'text', column => column.notNull())
      .addColumn('title_key', 'text', column => column.notNull())
      .addColumn('description', 'text', column => column.notNull())
      .addColumn('due', 'bigint')
      .addColumn('status', 'text', column => column.notNull())
      .addColumn('assigned_to', 'integer', column => column.references('users.id').onDelete('set null'))
      .addColumn('event_id', 'text')
      .addColumn('owner_id', 'integer', column => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createIndex('tasks_owner').on('tasks').column('owner_id').execute()
    await db.schema.createIndex('tasks_assigned_to').on('tasks').column('assigned_to').execute()
  },
}
