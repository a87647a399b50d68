import type { Kysely } from 'kysely'

/**
 * Preferences of users for the page. For the list of a user's sessions: when each was last used, and the
 * address and browser of its sign-in.
 */
export const preferencesAndSessions = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('user_preferences')
      .addColumn('user_id', 'integer', column =>
        column.primaryKey().references('users.id').onDelete('cascade'),
      )
      .addColumn('preferences', 'text', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .execute()
    // SQLite adds one column a statement.
    const sessions = () => db.schema.alterTable('sessions')
    await sessions().addColumn('last_used_at', 'bigint').execute()
    await sessions()
      .addColumn('address', 'text', column => column.notNull().defaultTo(''))
      .execute()
    await sessions()
      .addColumn('agent', 'text', column => column.notNull().defaultTo(''))
      .execute()
  },
}
