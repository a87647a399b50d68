import type { Kysely } from 'kysely'

/** Addresses that users signed in from: attempts from there are throttled separately. */
export const knownAddresses = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('users')
      .addColumn('known_addresses', 'text', column => column.notNull().defaultTo('[]'))
      .execute()
  },
}
