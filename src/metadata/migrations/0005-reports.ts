import type { CreateTableBuilder, Kysely } from 'kysely'
import { idColumn } from './id-column.ts'

/**
 * Schedules and reports. The row of a report is first a job that a runner claims, and then describes the
 * finished file and its mail.
 */
export const reports = {
  async up(db: Kysely<unknown>): Promise<void> {
    await withReportSpec(idColumn(db.schema.createTable('report_schedules')))
      .addColumn('schedule_type', 'text', column => column.notNull())
      .addColumn('schedule', 'text', column => column.notNull())
      .addColumn('is_active', 'integer', column => column.notNull())
      .addColumn('last_run_at', 'bigint')
      .addColumn('next_run_at', 'bigint')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .execute()
    await index(db, 'report_schedules', ['owner_id'])
    await index(db, 'report_schedules', ['next_run_at'])
    await withReportSpec(idColumn(db.schema.createTable('reports')))
      .addColumn('schedule_id', 'integer', column =>
        column.references('report_schedules.id').onDelete('set null'),
      )
      .addColumn('planned_at', 'bigint')
      .addColumn('status', 'text', column => column.notNull())
      .addColumn('progress', 'real', column => column.notNull())
      .addColumn('hosts', 'text', column => column.notNull())
      .addColumn('runner', 'text')
      .addColumn('lease_until', 'bigint')
      .addColumn('attempts', 'integer', column => column.notNull())
      .addColumn('file_name', 'text')
      .addColumn('file_size', 'bigint')
      .addColumn('data_hash', 'text')
      .addColumn('rows_capped_from', 'bigint')
      .addColumn('parts', 'text')
      .addColumn('error_code', 'text')
      .addColumn('error_detail', 'text')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('finished_at', 'bigint')
      .addColumn('expires_at', 'bigint')
      .addColumn('mail_status', 'text')
      .addColumn('mail_tries', 'integer', column => column.notNull())
      .addColumn('mail_at', 'bigint')
      .addColumn('mail_error', 'text')
      .execute()
    await db.schema
      .createIndex('reports_planned')
      .on('reports')
      .columns(['schedule_id', 'planned_at'])
      .unique()
      .execute()
    await index(db, 'reports', ['owner_id'])
    await index(db, 'reports', ['status', 'id'])
    await index(db, 'reports', ['expires_at'])
    await index(db, 'reports', ['mail_status', 'mail_at'])
  },
}

/** Adds the columns of ReportSpecColumns (database/tables.ts). */
function withReportSpec<Table extends string>(table: CreateTableBuilder<Table, 'id'>) {
  return table
    .addColumn('owner_id', 'integer', column => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('title', 'text', column => column.notNull())
    .addColumn('title_key', 'text', column => column.notNull())
    .addColumn('format', 'text', column => column.notNull())
    .addColumn('query', 'text')
    .addColumn('dashboard_id', 'integer')
    .addColumn('time_range', 'text')
    .addColumn('timezone', 'text', column => column.notNull())
    .addColumn('emails', 'text', column => column.notNull())
    .addColumn('deliver', 'text', column => column.notNull())
    .addColumn('retention', 'integer', column => column.notNull())
}

async function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute()
}
