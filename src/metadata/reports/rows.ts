// Rows of reports, and reports as the API shows them.

import { type ReportPartRecord, reportStatuses, type ShortReport } from '../../schema/reports/report.ts'
import { type Database, unixSeconds } from '../database/tables.ts'
import { ownerRef, userNameColumns } from '../identity/user-ref.ts'
import { parseSpec } from './spec.ts'

/** Why a report failed: a code of the error catalogue or of docs/reports.md, and a sentence. */
export interface ReportFailure {
  code: string
  detail: string
}

/** Reports with the names of their owners. */
export function reportRows(db: Database) {
  return db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.owner_id')
    .selectAll('reports')
    .select(userNameColumns)
}

export type ReportRow = Awaited<ReturnType<ReturnType<typeof reportRows>['executeTakeFirstOrThrow']>>

/** A report that exists, as the API shows it. */
export async function readReport(db: Database, id: number): Promise<ShortReport> {
  return presentReport(await reportRows(db).where('reports.id', '=', id).executeTakeFirstOrThrow())
}

/** A report as the API shows it. */
export function presentReport(row: ReportRow): ShortReport {
  const spec = parseSpec(row)
  return {
    id: row.id,
    title: row.title,
    status: statusOf(row.status),
    progress: row.progress,
    format: spec.format,
    file_name: row.file_name,
    file_size: row.file_size,
    query_type: spec.query?.type ?? null,
    dashboard_id: row.dashboard_id,
    schedule_id: row.schedule_id,
    planned_at: unixSeconds(row.planned_at),
    time_range: spec.timeRange,
    timezone: row.timezone,
    owner: ownerRef(row),
    created_at: unixSeconds(row.created_at),
    finished_at: unixSeconds(row.finished_at),
    expires_at: unixSeconds(row.expires_at),
    error: errorOf(row),
    rows_capped_from: row.rows_capped_from,
    data_hash: row.data_hash,
    mail: mailOf(row, spec.emails),
    // The cast holds: ReportQueue writes the parts.
    ...(row.parts !== null && { parts: JSON.parse(row.parts) as ReportPartRecord[] }),
  }
}

export function statusOf(word: string): ShortReport['status'] {
  return reportStatuses.find(status => status === word) ?? 'FAILURE'
}

export function errorOf(row: Pick<ReportRow, 'error_code' | 'error_detail'>): ShortReport['error'] {
  return row.error_code === null ? null : { code: row.error_code, detail: row.error_detail ?? '' }
}

function mailOf(row: ReportRow, emails: readonly string[]): ShortReport['mail'] {
  const { mail_status: status } = row
  if (status !== 'waiting' && status !== 'sent' && status !== 'failed') return null
  return { status, emails: [...emails], tries: row.mail_tries, error: row.mail_error }
}
