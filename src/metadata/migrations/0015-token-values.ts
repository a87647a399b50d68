import type { Kysely } from 'kysely'

/** Values of variables, for tokens that read one dashboard. */
export const tokenValues = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('auth_tokens').addColumn('scope_values', 'text').execute()
  },
}
