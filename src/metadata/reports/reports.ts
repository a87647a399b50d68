import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { Fault } from '../../schema/fault.ts'
import type { ReportOrderField, ShortReport } from '../../schema/report.ts'
import { type Clock, type Database, type Tables, unixSeconds } from '../tables.ts'
import { insertReport } from './insert-report.ts'
import { presentReport, type ReportRow, reportRows } from './rows.ts'
import { parseStrings, type ReportSpec } from './spec.ts'

/** Who asks. */
export interface ReportViewer {
  userId: number
  /** Holds manage_reports: opens reports and schedules of everybody, and sees them in lists with `showAll`. */
  managesReports: boolean
}

export interface ReportListOptions {
  offset: number
  limit: number
  /** Those of everybody; ignored without managesReports. */
  showAll?: boolean
  /** Made by this schedule. */
  scheduleId?: number
  /** Newest id first when absent or empty. Ties by id. */
  order?: readonly { field: ReportOrderField; descending: boolean }[]
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

  async list(
    viewer: ReportViewer,
    list: ReportListOptions,
  ): Promise<{ objects: ShortReport[]; itemCount: number }> {
    const { items } = await this.#db
      .selectFrom('reports')
      .select(eb => eb.fn.countAll<number>().as('items'))
      .where(eb => reportCondition(eb, viewer, list))
      .executeTakeFirstOrThrow()
    const order = list.order?.length ? list.order : [{ field: 'id', descending: true } as const]
    let rows = reportRows(this.#db).where(eb => reportCondition(eb, viewer, list))
    for (const { field, descending } of order)
      rows = rows.orderBy(orderKey(field), descending ? 'desc' : 'asc')
    rows = rows.orderBy('reports.id', order.at(-1)?.descending ? 'desc' : 'asc')
    const found = await rows.offset(list.offset).limit(list.limit).execute()
    return { objects: found.map(row => presentReport(row, false)), itemCount: items }
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

/** What is not finished yet comes after every moment; databases disagree on where null stands. */
function orderKey(field: ReportOrderField) {
  switch (field) {
    case 'title':
      return sql.ref<string>('reports.title_key')
    case 'status':
      return sql<number>`case ${sql.ref('reports.status')} when 'PENDING' then 0 when 'IN_PROGRESS' then 1 when 'SUCCESS' then 2 else 3 end`
    case 'finished_at':
      return sql<number>`coalesce(${sql.ref('reports.finished_at')}, ${sql.lit(Number.MAX_SAFE_INTEGER)})`
    default:
      return sql.ref<number>(`reports.${field}`)
  }
}
