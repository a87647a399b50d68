import { type ReportSchedule, type ScheduleType, scheduleTypes } from '../../schema/report.ts'
import { userRef } from '../people/fullname.ts'
import { type Database, seconds } from '../tables.ts'
import { orderOf, type ReportOrder } from './order.ts'
import { errorOf, statusOf } from './rows.ts'

/** What a person says of a schedule. */
export interface ScheduleContent {
  order: ReportOrder
  scheduleType: ScheduleType
  schedule: ReportSchedule['schedule']
  isActive: boolean
}

/** A schedule as it is kept; moments in microseconds. */
export interface StoredSchedule extends ScheduleContent {
  id: number
  ownerId: number
  lastRunAt: number | null
  /** null: never. */
  nextRunAt: number | null
}

/** Schedules with what is shown of their owners, and of the newest report of each. */
export function scheduleRows(db: Database) {
  return db
    .selectFrom('report_schedules as schedule')
    .innerJoin('users', 'users.id', 'schedule.owner_id')
    .leftJoin('reports as last', join =>
      join.on('last.id', '=', eb =>
        eb
          .selectFrom('reports')
          .select(inner => inner.fn.max('reports.id').as('id'))
          .whereRef('reports.schedule_id', '=', 'schedule.id'),
      ),
    )
    .selectAll('schedule')
    .select(['users.username', 'users.first_name', 'users.last_name'])
    .select([
      'last.id as last_id',
      'last.status as last_status',
      'last.created_at as last_created_at',
      'last.finished_at as last_finished_at',
      'last.error_code',
      'last.error_detail',
    ])
}

export type ScheduleRow = Awaited<ReturnType<ReturnType<typeof scheduleRows>['executeTakeFirstOrThrow']>>

type OwnColumns = Pick<
  ScheduleRow,
  | 'id'
  | 'owner_id'
  | 'title'
  | 'format'
  | 'query'
  | 'dashboard_id'
  | 'time_range'
  | 'timezone'
  | 'emails'
  | 'deliver'
  | 'retention'
  | 'schedule_type'
  | 'schedule'
  | 'is_active'
  | 'last_run_at'
  | 'next_run_at'
>

export function storedSchedule(row: OwnColumns): StoredSchedule {
  return {
    id: row.id,
    ownerId: row.owner_id,
    order: orderOf(row),
    scheduleType: scheduleTypes.find(type => type === row.schedule_type) ?? 'a',
    schedule: JSON.parse(row.schedule) as ReportSchedule['schedule'], // as it was kept
    isActive: row.is_active === 1,
    lastRunAt: row.last_run_at,
    nextRunAt: row.next_run_at,
  }
}

/** A schedule as the interface shows it. */
export function shownSchedule(row: ScheduleRow): ReportSchedule {
  const { order, scheduleType, schedule, isActive } = storedSchedule(row)
  return {
    id: row.id,
    title: order.title,
    format: order.format,
    query: order.query,
    dashboard_id: order.dashboardId,
    time_range: order.timeRange,
    timezone: order.timezone,
    emails: [...order.emails],
    deliver: order.deliver,
    schedule_type: scheduleType,
    schedule,
    is_active: isActive,
    retention: order.retention,
    last_run_at: seconds(row.last_run_at),
    next_run_at: seconds(row.next_run_at),
    last_report: lastOf(row),
    owner: userRef({ ...row, id: row.owner_id }),
    created_at: seconds(row.created_at),
    updated_at: seconds(row.updated_at),
  }
}

function lastOf(row: ScheduleRow): ReportSchedule['last_report'] {
  if (row.last_id === null || row.last_status === null || row.last_created_at === null) return null
  return {
    id: row.last_id,
    status: statusOf(row.last_status),
    created_at: seconds(row.last_created_at),
    finished_at: seconds(row.last_finished_at),
    error: errorOf(row),
  }
}
