import type { Kysely } from 'kysely'

/** Values of variables that a token which reads one dashboard reads it with. */
export const tokenValues = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('auth_tokens').addColumn('scope_values', 'text').execute()
  },
}
