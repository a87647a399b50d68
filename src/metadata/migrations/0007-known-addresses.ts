import type { Kysely } from 'kysely'

/** `users.known_addresses`: addresses that a user signed in from. Attempts from there are throttled separately. */
export const knownAddresses = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('users')
      .addColumn('known_addresses', 'text', column => column.notNull().defaultTo('[]'))
      .execute()
  },
}
