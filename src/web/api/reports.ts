import type {
  NewReport,
  ReportSchedule,
  ReportScheduleDraft,
  ReportSchedulePatch,
  ShortReport,
} from '../../schema/reports/report.ts'
import { fetchOk, request, resource } from './http/request.ts'

/** `createReport` does not wait for the report, which is made in the background. */
export const { create: createReport, remove: deleteReport } = resource<ShortReport, NewReport>('/api/reports')

/** Address of a report's file, for a download link. */
export function reportFileAddress(id: number): string {
  return `/api/reports/${id}/file`
}

const timeoutMs = 30_000

/** Reads a file, such as a report's, within 30 s; with the header `range`, a part of it. */
export function fetchFile(
  address: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetchOk(address, { headers, signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) })
}

const root = '/api/reports-schedules'

/** Deleting a schedule keeps its reports. */
export const {
  create: createSchedule,
  change: changeSchedule,
  remove: deleteSchedule,
} = resource<ReportSchedule, ReportScheduleDraft, ReportSchedulePatch>(root)

/** Creates a report now, in addition to the scheduled runs. */
export function runSchedule(id: number): Promise<ShortReport> {
  return request(`${root}/${id}/run`, { method: 'POST', body: {} })
}
