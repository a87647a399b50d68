import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { Fault } from '../../schema/fault.ts'
import { type ReportOrderField, reportStatuses, type ShortReport } from '../../schema/report.ts'
import { parseStrings } from '../json-column.ts'
import {
  countRows,
  type ListOptions,
  type ListResult,
  nullAs,
  rankIn,
  type SortColumns,
  selectPage,
} from '../select-page.ts'
import { type Clock, type Database, type Tables, unixSeconds } from '../tables.ts'
import { insertReport } from './insert-report.ts'
import { presentReport, type ReportRow, reportRows } from './rows.ts'
import type { ReportSpec } from './spec.ts'

/** Who asks. */
export interface ReportViewer {
  userId: number
  /** Holds manage_reports: opens reports and schedules of everybody, and sees them in lists with `showAll`. */
  managesReports: boolean
}

export type ReportListOptions = ListOptions<ReportOrderField> & {
  /** Those of everybody; ignored without managesReports. */
  showAll?: boolean
  /** Made by this schedule. */
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

/** The file of a report, as far as the metadata knows it. */
export interface ReportFile {
  id: number
  format: ShortReport['format']
  /** As it is offered for download. */
  name: string
  size: number
  /** Unix seconds. */
  finishedAt: number
  /** Host patterns whose events it may hold. */
  hosts: readonly string[]
}

/**
 * Generated reports. A report is there for its owner and for holders of manage_reports; to all others it is not. Whoever calls
 * has checked the permission `reports`.
 */
export class Reports {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async list(viewer: ReportViewer, options: ReportListOptions): Promise<ListResult<ShortReport>> {
    const condition = (eb: ExpressionBuilder<Tables, 'reports'>) => reportCondition(eb, viewer, options)
    const rows = await selectPage(reportRows(this.#db).where(condition), options, sortColumns)
    return {
      objects: rows.map(row => presentReport(row, false)),
      itemCount: await countRows(this.#db.selectFrom('reports').where(condition)),
    }
  }

  /** Throws not_found. */
  async get(viewer: ReportViewer, id: number): Promise<ShortReport> {
    return presentReport(await this.#find(viewer, id), true)
  }

  /** Throws not_found; conflict while it is being made, and when it could not be made. */
  async file(viewer: ReportViewer, id: number): Promise<ReportFile> {
    const row = await this.#find(viewer, id)
    if (row.status === 'FAILURE') {
      throw new Fault('conflict', { detail: `The report could not be made: ${row.error_detail}` })
    }
    if (row.status !== 'SUCCESS' || row.file_name === null || row.file_size === null) {
      throw new Fault('conflict', { detail: 'The report is still being made.' })
    }
    const { format } = presentReport(row, false)
    const finishedAt = unixSeconds(row.finished_at) ?? 0
    return {
      id,
      format,
      name: row.file_name,
      size: row.file_size,
      finishedAt,
      hosts: parseStrings(row.hosts),
    }
  }

  /** Waits for its turn. Throws conflict when the owner has too many that wait, overloaded when all have. */
  create(ownerId: number, spec: ReportSpec): Promise<ShortReport> {
    const now = this.#clock()
    return this.#db.transaction().execute(async transaction => {
      const id = await insertReport(transaction, { ownerId, spec, now })
      return presentReport(
        await reportRows(transaction).where('reports.id', '=', id).executeTakeFirstOrThrow(),
        true,
      )
    })
  }

  /** Its file is for the caller to remove. Throws not_found. */
  async remove(viewer: ReportViewer, id: number): Promise<void> {
    await this.#find(viewer, id)
    await this.#db.deleteFrom('reports').where('id', '=', id).execute()
  }

  async #find(viewer: ReportViewer, id: number): Promise<ReportRow> {
    const one = reportRows(this.#db).where('reports.id', '=', id)
    const seen = viewer.managesReports ? one : one.where('reports.owner_id', '=', viewer.userId)
    const row = await seen.executeTakeFirst()
    if (row === undefined) throw new Fault('not_found')
    return row
  }
}

function reportCondition(
  eb: ExpressionBuilder<Tables, 'reports'>,
  viewer: ReportViewer,
  { showAll, scheduleId }: ReportListOptions,
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = []
  if (!(showAll === true && viewer.managesReports)) {
    conditions.push(eb('reports.owner_id', '=', viewer.userId))
  }
  if (scheduleId !== undefined) conditions.push(eb('reports.schedule_id', '=', scheduleId))
  return eb.and(conditions)
}
