import type { Kysely } from 'kysely'

/** Where users signed in from: tries from there are throttled apart from those of strangers. */
export const knownAddresses = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('users')
      .addColumn('known_addresses', 'text', column => column.notNull().defaultTo('[]'))
      .execute()
  },
}
