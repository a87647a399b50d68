import type { Kysely } from 'kysely'
import { idColumn } from './id-column.ts'

/**
 * `external_accounts`: accounts of a company's sign-in provider, and their users. `groups.external_groups`:
 * names of the company's groups whose members belong to a group. `sessions.id_token_sealed`: for the
 * provider's sign-out.
 */
export const externalUsers = {
  async up(db: Kysely<unknown>): Promise<void> {
    await idColumn(db.schema.createTable('external_accounts'))
      .addColumn('user_id', 'integer', column => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('provider', 'text', column => column.notNull())
      .addColumn('issuer', 'text', column => column.notNull())
      .addColumn('subject', 'text', column => column.notNull())
      .execute()
    await db.schema
      .createIndex('external_accounts_subject')
      .on('external_accounts')
      .columns(['provider', 'issuer', 'subject'])
      .unique()
      .execute()
    await db.schema.createIndex('external_accounts_user').on('external_accounts').column('user_id').execute()
    await db.schema
      .alterTable('groups')
      .addColumn('external_groups', 'text', column => column.notNull().defaultTo('[]'))
      .execute()
    await db.schema.alterTable('sessions').addColumn('id_token_sealed', 'text').execute()
  },
}
