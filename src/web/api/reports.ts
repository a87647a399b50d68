import type { NewReport, ShortReport } from '../../schema/reports/report.ts'
import { request, responseError } from './http/request.ts'

/** Starts a report in the background. Throws an ApiError; its `fields` name members of the body. */
export function createReport(report: NewReport): Promise<ShortReport> {
  return request('/api/reports', { method: 'POST', body: report })
}

export function deleteReport(id: number): Promise<void> {
  return request(`/api/reports/${id}`, { method: 'DELETE' })
}

/** Address of a report's file, for a download link. */
export function reportFileAddress(id: number): string {
  return `/api/reports/${id}/file`
}

const timeoutMs = 30_000

/** Reads the file of a report, or a part of it with the header `range`. */
export async function fetchFile(
  address: string,
  signal: AbortSignal,
  headers: HeadersInit = {},
): Promise<Response> {
  const response = await fetch(address, {
    headers,
    credentials: 'same-origin',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  if (!response.ok) throw await responseError(response)
  return response
}
