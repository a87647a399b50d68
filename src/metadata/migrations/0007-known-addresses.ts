import type { Kysely } from 'kysely'

/** `users.known_addresses`: addresses of past sign-ins. Attempts from there have a limit of their own. */
export const knownAddresses = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('users')
      .addColumn('known_addresses', 'text', column => column.notNull().defaultTo('[]'))
      .execute()
  },
}
