import type { Kysely } from 'kysely'
import { idColumn } from './id-column.ts'

/**
 * Users and groups with their permissions; tokens and sessions, which sign requests in; and revocations, by
 * which every process learns that a token, a session or a user is no longer valid.
 */
export const people = {
  async up(db: Kysely<unknown>): Promise<void> {
    await idColumn(db.schema.createTable('users'))
      .addColumn('username', 'text', column => column.notNull())
      .addColumn('username_key', 'text', column => column.notNull().unique())
      .addColumn('email', 'text', column => column.notNull())
      .addColumn('first_name', 'text', column => column.notNull())
      .addColumn('last_name', 'text', column => column.notNull())
      .addColumn('password_hash', 'text')
      .addColumn('is_active', 'integer', column => column.notNull())
      .addColumn('is_admin', 'integer', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('last_login_at', 'bigint')
      .execute()
    await idColumn(db.schema.createTable('groups'))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('name_key', 'text', column => column.notNull().unique())
      .addColumn('description', 'text', column => column.notNull())
      .addColumn('permissions', 'text', column => column.notNull())
      .addColumn('hosts', 'text', column => column.notNull())
      .execute()
    await db.schema
      .createTable('group_members')
      .addColumn('group_id', 'integer', column =>
        column.notNull().references('groups.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'integer', column => column.notNull().references('users.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('group_members_key', ['group_id', 'user_id'])
      .execute()
    await db.schema.createIndex('group_members_user').on('group_members').column('user_id').execute()
    await idColumn(db.schema.createTable('auth_tokens'))
      .addColumn('user_id', 'integer', column => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('token_type', 'text', column => column.notNull())
      .addColumn('secret_hash', 'text', column => column.notNull().unique())
      .addColumn('secret_sealed', 'text', column => column.notNull())
      .addColumn('description', 'text', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .addColumn('expires_at', 'bigint')
      .execute()
    await db.schema.createIndex('auth_tokens_user').on('auth_tokens').column('user_id').execute()
    await db.schema.createIndex('auth_tokens_expires').on('auth_tokens').column('expires_at').execute()
    await idColumn(db.schema.createTable('sessions'))
      .addColumn('user_id', 'integer', column => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('cookie_hash', 'text', column => column.notNull().unique())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('expires_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
    await db.schema.createIndex('sessions_expires').on('sessions').column('expires_at').execute()
    await idColumn(db.schema.createTable('revocations'))
      .addColumn('token_id', 'integer')
      .addColumn('session_id', 'integer')
      .addColumn('user_id', 'integer')
      .addColumn('at', 'bigint', column => column.notNull())
      .execute()
  },
}
