import type { Kysely } from 'kysely'

/** `auth_tokens.scope_values`: values of variables of the only dashboard that a token reads (see 0011). */
export const tokenValues = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('auth_tokens').addColumn('scope_values', 'text').execute()
  },
}
