import type { Kysely } from 'kysely'
import { idColumn } from './id-column.ts'

/** Users who sign in with an account of their company, and groups whose members that company names. */
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
