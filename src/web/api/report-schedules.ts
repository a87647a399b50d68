import type {
  ReportSchedule,
  ReportScheduleDraft,
  ReportSchedulePatch,
  ShortReport,
} from '../../schema/reports/report.ts'
import { request, resource } from './http/request.ts'

const root = '/api/reports-schedules'

/** Deleting a schedule keeps its reports. */
export const {
  create: createSchedule,
  change: updateSchedule,
  remove: deleteSchedule,
} = resource<ReportSchedule, ReportScheduleDraft, ReportSchedulePatch>(root)

/** Creates a report now, in addition to the scheduled runs. */
export function runSchedule(id: number): Promise<ShortReport> {
  return request(`${root}/${id}/run`, { method: 'POST', body: {} })
}
