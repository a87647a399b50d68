import type { Kysely } from 'kysely'
import { idColumn } from './id-column.ts'

/** The audit log: which user did what to which object, and with what result. See audit/audit-log.ts. */
export const auditLog = {
  async up(db: Kysely<unknown>): Promise<void> {
    await idColumn(db.schema.createTable('audit_log'))
      .addColumn('at', 'bigint', column => column.notNull())
      .addColumn('last_at', 'bigint', column => column.notNull())
      .addColumn('count', 'integer', column => column.notNull().defaultTo(1))
      // No foreign key: entries outlive their users.
      .addColumn('user_id', 'integer')
      .addColumn('username', 'text', column => column.notNull())
      .addColumn('credential', 'text', column => column.notNull())
      .addColumn('credential_id', 'text')
      .addColumn('address', 'text', column => column.notNull())
      .addColumn('action', 'text', column => column.notNull())
      .addColumn('object', 'text', column => column.notNull())
      .addColumn('object_id', 'text')
      .addColumn('title', 'text', column => column.notNull())
      .addColumn('changes', 'text', column => column.notNull())
      .addColumn('result', 'text', column => column.notNull())
      .execute()
    const index = (name: string, columns: string[]) =>
      db.schema.createIndex(name).on('audit_log').columns(columns).execute()
    await index('audit_log_by_time', ['at'])
    await index('audit_log_by_user', ['user_id', 'id'])
    await index('audit_log_by_object', ['object', 'object_id', 'id'])
    await index('audit_log_by_result', ['result', 'id'])
  },
}
