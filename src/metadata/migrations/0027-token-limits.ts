import type { Kysely } from 'kysely'

/** `auth_tokens`: whether a token is read-only, and the networks from which it is accepted. */
export const tokenLimits = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('auth_tokens')
      .addColumn('is_read_only', 'integer', column => column.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('auth_tokens').addColumn('networks', 'text').execute()
  },
}
