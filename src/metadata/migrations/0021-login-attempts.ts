import type { Kysely } from 'kysely'

/** Counters of attempts to sign in, for all nodes. In SQLite the table stays empty. */
export const loginAttempts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('login_attempts')
      .addColumn('key', 'text', column => column.primaryKey())
      .addColumn('level', 'real', column => column.notNull())
      .addColumn('last_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createIndex('login_attempts_by_time').on('login_attempts').column('last_at').execute()
  },
}
