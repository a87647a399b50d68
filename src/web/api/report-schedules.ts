import type {
  ReportSchedule,
  ReportScheduleDraft,
  ReportSchedulePatch,
  ShortReport,
} from '../../schema/reports/report.ts'
import { request } from './http/request.ts'

const root = '/api/reports-schedules'

/** Throws an ApiError; its `fields` name members of the body. */
export function createSchedule(draft: ReportScheduleDraft): Promise<ReportSchedule> {
  return request(root, { method: 'POST', body: draft })
}

/** Throws like `createSchedule`. */
export function updateSchedule(id: number, patch: ReportSchedulePatch): Promise<ReportSchedule> {
  return request(`${root}/${id}`, { method: 'PATCH', body: patch })
}

/** Its reports are kept. */
export function deleteSchedule(id: number): Promise<void> {
  return request(`${root}/${id}`, { method: 'DELETE' })
}

/** Creates a report now, in addition to the scheduled runs. */
export function runSchedule(id: number): Promise<ShortReport> {
  return request(`${root}/${id}/run`, { method: 'POST', body: {} })
}
