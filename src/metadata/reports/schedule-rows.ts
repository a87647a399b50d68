import type { Selectable } from 'kysely'
import { type ReportSchedule, type ScheduleType, scheduleTypes } from '../../schema/reports/report.ts'
import { type Database, type Tables, unixSeconds } from '../database/tables.ts'
import { ownerRef, userNameColumns } from '../identity/user-ref.ts'
import { errorOf, statusOf } from './rows.ts'
import { parseSpec, type ReportSpec } from './spec.ts'

/** The part of a schedule that users set. */
export interface ScheduleContent {
  spec: ReportSpec
  scheduleType: ScheduleType
  schedule: ReportSchedule['schedule']
  isActive: boolean
}

/** A stored schedule; times in microseconds. */
export interface StoredSchedule extends ScheduleContent {
  id: number
  ownerId: number
  lastRunAt: number | null
  /** null: never. */
  nextRunAt: number | null
  /**
   * When the clock is set back, an earlier run becomes the next one. This is the run that was next before;
   * null: the clock was not set back, or that run is no longer ahead. The run right before `replannedFrom` is
   * skipped: it has already taken place, or was due before the schedule was made.
   */
  replannedFrom: number | null
}

/** When an active schedule runs, with the members that determine it; times in microseconds. */
export interface PlannedSchedule extends Pick<ScheduleContent, 'scheduleType' | 'schedule'> {
  id: number
  timezone: string
  lastRunAt: number | null
  nextRunAt: number
  replannedFrom: number | null
}

/** Schedules with the names of their owners and the newest report of each. */
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
    .select(userNameColumns)
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

/** A stored schedule from its row. */
export function parseSchedule(row: Selectable<Tables['report_schedules']>): StoredSchedule {
  return {
    id: row.id,
    ownerId: row.owner_id,
    spec: parseSpec(row),
    ...parseTiming(row),
    isActive: row.is_active === 1,
    lastRunAt: row.last_run_at,
    nextRunAt: row.next_run_at,
    replannedFrom: row.replanned_from,
  }
}

/** When a schedule runs, from its row. */
export function parseTiming(row: Pick<Selectable<Tables['report_schedules']>, 'schedule_type' | 'schedule'>) {
  return {
    scheduleType: scheduleTypes.find(type => type === row.schedule_type) ?? 'a',
    schedule: JSON.parse(row.schedule) as ReportSchedule['schedule'], // as ReportSchedules wrote it
  }
}

/** A schedule as the API shows it. */
export function presentSchedule(row: ScheduleRow): ReportSchedule {
  const { spec, scheduleType, schedule, isActive } = parseSchedule(row)
  return {
    id: row.id,
    title: spec.title,
    format: spec.format,
    query: spec.query,
    dashboard_id: spec.dashboardId,
    time_range: spec.timeRange,
    timezone: spec.timezone,
    emails: [...spec.emails],
    deliver: spec.deliver,
    schedule_type: scheduleType,
    schedule,
    is_active: isActive,
    retention: spec.retention,
    last_run_at: unixSeconds(row.last_run_at),
    next_run_at: unixSeconds(row.next_run_at),
    last_report: presentLastReport(row),
    owner: ownerRef(row),
    created_at: unixSeconds(row.created_at),
    updated_at: unixSeconds(row.updated_at),
  }
}

function presentLastReport(row: ScheduleRow): ReportSchedule['last_report'] {
  if (row.last_id === null || row.last_status === null || row.last_created_at === null) return null
  return {
    id: row.last_id,
    status: statusOf(row.last_status),
    created_at: unixSeconds(row.last_created_at),
    finished_at: unixSeconds(row.last_finished_at),
    error: errorOf(row),
  }
}
