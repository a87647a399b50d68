import type { NewReport, ShortReport } from '../../schema/report.ts'
import type { ListPage } from './list-page.ts'
import { request, responseError } from './request.ts'

/** Newest first. `path` is the address of the list with its parameters. */
export function readReports(path: string, signal: AbortSignal): Promise<ListPage<ShortReport>> {
  return request(path, { signal })
}

/** One report with its parts, which lists omit. */
export function readReport(id: string, signal: AbortSignal): Promise<ShortReport> {
  return request(`/api/reports/${encodeURIComponent(id)}`, { signal })
}

/** Starts a report in the background. Throws an ApiError whose fields are those of the body. */
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

/** The file of a report. */
export async function readReportFile(id: number, signal: AbortSignal): Promise<Blob> {
  return await (await fetchFile(id, {}, signal)).blob()
}

/** The first bytes of a report's file as text. */
export async function readReportFileStart(id: number, bytes: number, signal: AbortSignal): Promise<string> {
  return await (await fetchFile(id, { range: `bytes=0-${bytes - 1}` }, signal)).text()
}

async function fetchFile(id: number, headers: HeadersInit, signal: AbortSignal): Promise<Response> {
  const response = await fetch(reportFileAddress(id), {
    headers,
    credentials: 'same-origin',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  if (!response.ok) throw await responseError(response)
  return response
}
