import { type Expression, type ExpressionBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { Fault } from '../../schema/fault.ts'
import { type ReportOrderField, reportStatuses, type ShortReport } from '../../schema/reports/report.ts'
import { parseStrings } from '../database/json-column.ts'
import { insertRow } from '../database/row.ts'
import { type Database, type Tables, unixSeconds } from '../database/tables.ts'
import {
  type ListOptions,
  type ListResult,
  nullAs,
  rankIn,
  readList,
  type SortColumns,
} from '../lists/select-page.ts'
import { OwnedObjects } from '../repository/owned-objects.ts'
import { presentReport, type ReportRow, reportRows } from './rows.ts'
import { parseSpec, type ReportSpec, specColumns } from './spec.ts'

/** The user who reads or changes reports. */
export interface ReportViewer {
  userId: number
  /** Holds manage_reports: may read and change all users' reports, and list them with `showAll`. */
  managesReports: boolean
}

export type ReportListOptions = ListOptions<ReportOrderField> & {
  /** Lists all users' reports; ignored without managesReports. */
  showAll?: boolean
  /** Lists only reports of this schedule. */
  scheduleId?: number
}

const sortColumns: SortColumns<ReportOrderField> = {
  table: 'reports',
  keys: {
    title: sql.ref('reports.title_key'),
    status: rankIn('reports.status', reportStatuses),
    finished_at: nullAs('reports.finished_at', Number.MAX_SAFE_INTEGER),
  },
}

/** The file of a report, as recorded in the metadata. */
export interface ReportFile {
  id: number
  format: ShortReport['format']
  /** Suggested name of a download. */
  name: string
  /** Bytes. */
  size: number
  /** Unix seconds. */
  finishedAt: number
  /** Host patterns of the events that it may contain. */
  hosts: readonly string[]
}

/**
 * Generated reports, for their owners and holders of manage_reports. The caller has checked the permission
 * `reports`, and deletes the file of a removed report.
 */
export class Reports extends OwnedObjects<ReportViewer, ReportRow, ShortReport> {
  protected readonly table = 'reports'
  protected readonly managerFlag = 'managesReports'

  list(viewer: ReportViewer, options: ReportListOptions): Promise<ListResult<ShortReport>> {
    const { showAll, scheduleId } = options
    const condition = (eb: ExpressionBuilder<Tables, 'reports'>) => {
      const conditions: Expression<SqlBool>[] = []
      if (!(showAll === true && viewer.managesReports))
        conditions.push(eb('reports.owner_id', '=', viewer.userId))
      if (scheduleId !== undefined) conditions.push(eb('reports.schedule_id', '=', scheduleId))
      return eb.and(conditions)
    }
    const rows = reportRows(this.db).where(condition)
    const counted = this.db.selectFrom('reports').where(condition)
    // A list has the reports without their parts.
    const present = (page: readonly ReportRow[]) => page.map(row => presentReport({ ...row, parts: null }))
    return readList(rows, counted, options, sortColumns, present)
  }

  /** The file of a report. Throws not_found; conflict when the report is unfinished or failed. */
  async file(viewer: ReportViewer, id: number): Promise<ReportFile> {
    const row = await this.findReadable(this.db, viewer, id)
    if (row.status === 'FAILURE') {
      throw new Fault('conflict', { detail: `The report could not be made: ${row.error_detail}` })
    }
    if (row.status !== 'SUCCESS' || row.file_name === null || row.file_size === null) {
      throw new Fault('conflict', { detail: 'The report is still being made.' })
    }
    const { format } = parseSpec(row)
    const finishedAt = unixSeconds(row.finished_at) ?? 0
    const { file_name: name, file_size: size } = row
    return { id, format, name, size, finishedAt, hosts: parseStrings(row.hosts) }
  }

  /** Queues a report. Throws as `insertReport`. */
  create(ownerId: number, spec: ReportSpec): Promise<ShortReport> {
    const now = this.clock()
    return this.change({ userId: ownerId, managesReports: false }, transaction =>
      insertReport(transaction, { ownerId, spec, now }),
    )
  }

  protected readRow(db: Database, _viewer: ReportViewer, id: number): Promise<ReportRow | undefined> {
    return reportRows(db).where('reports.id', '=', id).executeTakeFirst()
  }

  protected present(row: ReportRow): ShortReport {
    return presentReport(row)
  }
}

/** Maximum reports of one owner that wait or are rendered. */
export const maxUnfinishedPerOwner = 20
/** Maximum such reports of all owners together. */
const maxUnfinished = 500

interface ReportRequest {
  ownerId: number
  spec: ReportSpec
  /** Microseconds. */
  now: number
  scheduleId?: number
  /** The scheduled time, microseconds; absent: a user requested the report now. */
  plannedAt?: number
}

/**
 * Queues a report. Throws conflict when its owner has too many unfinished reports, overloaded
 * when all owners together have.
 */
export async function insertReport(
  transaction: Transaction<Tables>,
  request: ReportRequest,
): Promise<number> {
  const { ownerId, spec, now, scheduleId = null, plannedAt = null } = request
  await checkUnfinished(transaction, ownerId)
  return insertRow(transaction, 'reports', {
    ...specColumns(spec),
    owner_id: ownerId,
    schedule_id: scheduleId,
    planned_at: plannedAt,
    status: 'PENDING',
    progress: 0,
    hosts: '[]',
    attempts: 0,
    created_at: now,
    mail_status: spec.emails.length > 0 ? 'waiting' : null,
    mail_tries: 0,
  })
}

async function checkUnfinished(transaction: Transaction<Tables>, ownerId: number): Promise<void> {
  const { all, own } = await transaction
    .selectFrom('reports')
    .select(eb => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('owner_id', '=', ownerId).as('own'),
    ])
    .where('status', 'in', ['PENDING', 'IN_PROGRESS'])
    .executeTakeFirstOrThrow()
  if (own >= maxUnfinishedPerOwner) {
    throw new Fault('conflict', {
      detail: `A user has at most ${maxUnfinishedPerOwner} reports that are not finished.`,
    })
  }
  if (all >= maxUnfinished) throw new Fault('overloaded', { retryAfter: 60 })
}
