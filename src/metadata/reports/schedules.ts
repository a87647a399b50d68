import { sql } from 'kysely'
import type { ReportSchedule, ScheduleOrderField, ShortReport } from '../../schema/reports/report.ts'
import { insertRow, updateRow, updateRowIf } from '../database/row.ts'
import type { Database, Tables } from '../database/tables.ts'
import {
  type ListOptions,
  type ListResult,
  nullAs,
  readList,
  type SortColumns,
} from '../lists/select-page.ts'
import { OwnedObjects } from '../repository/owned-objects.ts'
import { requireOwnedAtMost } from '../repository/require.ts'
import { insertReport, maxUnfinishedPerOwner, type ReportViewer } from './reports.ts'
import { readReport } from './rows.ts'
import {
  type PlannedSchedule,
  parseSchedule,
  parseTiming,
  presentSchedule,
  type ScheduleContent,
  type ScheduleRow,
  type StoredSchedule,
  scheduleRows,
} from './schedule-rows.ts'
import { specColumns } from './spec.ts'

export type ScheduleListOptions = ListOptions<ScheduleOrderField> & {
  /** All users' schedules; ignored without managesReports. */
  showAll?: boolean
}

const sortColumns: SortColumns<ScheduleOrderField> = {
  table: 'schedule',
  keys: {
    title: sql.ref('schedule.title_key'),
    next_run_at: nullAs('schedule.next_run_at', Number.MAX_SAFE_INTEGER),
  },
}

/** New content of a schedule, and its next run (microseconds; null: never). */
export interface ScheduleChange {
  content: ScheduleContent
  nextRunAt: number | null
}

export const maxSchedules = 200
/** Maximum schedules of one call of `findDue`. */
const maxDue = 100

/**
 * Schedules of reports, for their owners and holders of manage_reports. The reports of a removed schedule
 * stay. Times are in microseconds.
 */
export class ReportSchedules extends OwnedObjects<ReportViewer, ScheduleRow, ReportSchedule> {
  protected readonly table = 'report_schedules'
  protected readonly managerFlag = 'managesReports'

  list(viewer: ReportViewer, options: ScheduleListOptions): Promise<ListResult<ReportSchedule>> {
    let schedules = this.db.selectFrom('report_schedules')
    let rows = scheduleRows(this.db)
    if (!(options.showAll === true && viewer.managesReports)) {
      schedules = schedules.where('owner_id', '=', viewer.userId)
      rows = rows.where('schedule.owner_id', '=', viewer.userId)
    }
    return readList(rows, schedules, options, sortColumns, page => page.map(presentSchedule))
  }

  /** Throws not_found. */
  async getStored(viewer: ReportViewer, id: number): Promise<StoredSchedule> {
    return parseSchedule(await this.findReadable(this.db, viewer, id))
  }

  /** Throws conflict when the owner has too many. */
  create(ownerId: number, { content, nextRunAt }: ScheduleChange): Promise<ReportSchedule> {
    const now = this.clock()
    return this.change({ userId: ownerId, managesReports: false }, async transaction => {
      await requireOwnedAtMost(maxSchedules, transaction, 'report_schedules', ownerId)
      return this.quota.within(transaction, 'report_schedules', ownerId, () =>
        insertRow(transaction, 'report_schedules', {
          ...columnsOf(content),
          owner_id: ownerId,
          next_run_at: nextRunAt,
          created_at: now,
          updated_at: now,
        }),
      )
    })
  }

  /**
   * Changes a schedule. `before`: the schedule that the change was computed from. If the change keeps the
   * next run of `before`, the stored next run stays: the schedule may have run since. Throws not_found.
   */
  update(
    viewer: ReportViewer,
    before: StoredSchedule,
    { content, nextRunAt }: ScheduleChange,
  ): Promise<ReportSchedule> {
    const now = this.clock()
    const { id } = before
    return this.change(viewer, async transaction => {
      const current = parseSchedule(await this.findReadable(transaction, viewer, id))
      const keepsNextRun = nextRunAt === before.nextRunAt
      await this.quota.within(transaction, 'report_schedules', current.ownerId, () =>
        updateRow(transaction, 'report_schedules', id, {
          ...columnsOf(content),
          next_run_at: keepsNextRun ? current.nextRunAt : nextRunAt,
          replanned_from: keepsNextRun ? current.replannedFrom : null,
          updated_at: now,
        }),
      )
      return id
    })
  }

  /** Queues a report of this schedule now; its next run stays. Throws as `Reports.create`, and not_found. */
  run(viewer: ReportViewer, id: number): Promise<ShortReport> {
    const now = this.clock()
    return this.transact(async transaction => {
      const { ownerId, spec } = parseSchedule(await this.findReadable(transaction, viewer, id))
      await updateRow(transaction, 'report_schedules', id, { last_run_at: now })
      const reportId = await insertReport(transaction, { ownerId, spec, now, scheduleId: id })
      return readReport(transaction, reportId)
    })
  }

  /**
   * Schedules that are due: first the oldest of each owner, then the second of each, and so on, up to the
   * unfinished reports that an owner may have. Skips schedules whose last report is unfinished.
   */
  async findDue(): Promise<StoredSchedule[]> {
    const unfinished = ['PENDING', 'IN_PROGRESS']
    const turns = this.db
      .selectFrom('report_schedules as schedule')
      .selectAll('schedule')
      .select(eb => [
        sql<number>`row_number() over (partition by schedule.owner_id order by schedule.next_run_at, schedule.id)`.as(
          'turn',
        ),
        eb
          .selectFrom('reports')
          .select(inner => inner.fn.countAll<number>().as('count'))
          .whereRef('reports.owner_id', '=', 'schedule.owner_id')
          .where('reports.status', 'in', unfinished)
          .as('waiting'),
      ])
      .where('schedule.is_active', '=', 1)
      .where('schedule.next_run_at', '<=', this.clock())
      .where(eb =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('reports')
              .select('reports.id')
              .whereRef('reports.schedule_id', '=', 'schedule.id')
              .where('reports.status', 'in', unfinished),
          ),
        ),
      )
    const rows = await this.db
      .selectFrom(turns.as('due'))
      .selectAll()
      .where(sql<boolean>`turn + waiting <= ${sql.lit(maxUnfinishedPerOwner)}`)
      .orderBy('turn')
      .orderBy('next_run_at')
      .orderBy('id')
      .limit(maxDue)
      .execute()
    return rows.map(parseSchedule)
  }

  /** The time of the first run that is planned for any schedule; null if there is none. */
  async getNextDueAt(): Promise<number | null> {
    const { next } = await this.db
      .selectFrom('report_schedules')
      .select(eb => eb.fn.min('next_run_at').as('next'))
      .where('is_active', '=', 1)
      .executeTakeFirstOrThrow()
    return next ?? null
  }

  /** Active schedules that are not due. */
  async listAhead(): Promise<PlannedSchedule[]> {
    const rows = await this.db
      .selectFrom('report_schedules')
      .select(['id', 'schedule_type', 'schedule', 'timezone', 'last_run_at', 'next_run_at', 'replanned_from'])
      .where('is_active', '=', 1)
      .where('next_run_at', '>', this.clock())
      .execute()
    return rows.map(({ id, timezone, last_run_at, next_run_at, replanned_from, ...timing }) => ({
      id,
      ...parseTiming(timing),
      timezone,
      lastRunAt: last_run_at,
      // Never null, by the condition.
      nextRunAt: next_run_at ?? 0,
      replannedFrom: replanned_from,
    }))
  }

  /** Changes the next run of a schedule. False: the schedule has run or was changed meanwhile. */
  replan(
    { id, nextRunAt: before, replannedFrom }: Pick<StoredSchedule, 'id' | 'nextRunAt' | 'replannedFrom'>,
    nextRunAt: number | null,
  ): Promise<boolean> {
    const isEarlier = before !== null && nextRunAt !== null && nextRunAt < before
    return updateRowIf(
      this.db,
      'report_schedules',
      id,
      { is_active: 1, next_run_at: before },
      {
        next_run_at: nextRunAt,
        replanned_from: isEarlier ? before : nullUnlessAhead(replannedFrom, nextRunAt),
      },
    )
  }

  /**
   * Queues the report of a schedule for this time and returns its id; undefined when another process, or a
   * change of the schedule, was faster. Throws as `Reports.create`; the schedule is then still due.
   */
  queueOnce(
    due: StoredSchedule,
    { plannedAt, nextRunAt }: { plannedAt: number; nextRunAt: number | null },
  ): Promise<number | undefined> {
    const now = this.clock()
    return this.db.transaction().execute(async transaction => {
      const claimed = await updateRowIf(
        transaction,
        'report_schedules',
        due.id,
        { is_active: 1, next_run_at: due.nextRunAt },
        {
          last_run_at: now,
          next_run_at: nextRunAt,
          replanned_from: nullUnlessAhead(due.replannedFrom, nextRunAt),
        },
      )
      if (!claimed) return undefined
      const existing = await transaction
        .selectFrom('reports')
        .select('id')
        .where('schedule_id', '=', due.id)
        .where('planned_at', '=', plannedAt)
        .executeTakeFirst()
      if (existing !== undefined) return undefined
      const { id: scheduleId, ownerId, spec } = due
      return insertReport(transaction, { ownerId, spec, now, scheduleId, plannedAt })
    })
  }

  protected readRow(db: Database, _viewer: ReportViewer, id: number): Promise<ScheduleRow | undefined> {
    return scheduleRows(db).where('schedule.id', '=', id).executeTakeFirst()
  }

  protected present(row: ScheduleRow): ReportSchedule {
    return presentSchedule(row)
  }
}

/** `replannedFrom` if it is still after the next run, otherwise null. */
function nullUnlessAhead(replannedFrom: number | null, nextRunAt: number | null): number | null {
  return replannedFrom !== null && nextRunAt !== null && replannedFrom > nextRunAt ? replannedFrom : null
}

function columnsOf({ spec, scheduleType, schedule, isActive }: ScheduleContent) {
  return {
    ...specColumns(spec),
    schedule_type: scheduleType,
    schedule: JSON.stringify(schedule),
    is_active: isActive ? (1 as const) : (0 as const),
  } satisfies Partial<Tables['report_schedules']>
}
