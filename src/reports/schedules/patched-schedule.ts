import type { StoredSchedule } from '../../metadata/reports/schedule-rows.ts'
import type { ReportScheduleDraft, ReportSchedulePatch } from '../../schema/reports/report.ts'

/** A stored schedule with a patch applied, shaped as a request body. */
export type MergedSchedule = ReportScheduleDraft & { title: string }

/** Applies a patch. A query and a dashboard exclude each other: the one in the patch replaces the other. */
export function patchedSchedule(
  { spec, scheduleType, schedule, isActive }: StoredSchedule,
  patch: ReportSchedulePatch,
): MergedSchedule {
  const { query, dashboardId, timeRange, emails, ...rest } = spec
  const replaces = patch.query != null || patch.dashboard_id != null
  const subject = replaces ? { query: null, dashboard_id: null } : { query, dashboard_id: dashboardId }
  return {
    ...rest,
    ...subject,
    time_range: timeRange,
    emails: [...emails],
    schedule_type: scheduleType,
    schedule,
    is_active: isActive,
    ...patch,
  }
}
