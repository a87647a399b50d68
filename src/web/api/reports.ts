import type { NewReport, ShortReport } from '../../schema/report.ts'
import type { ListPage } from './list-page.ts'
import { request, responseError } from './request.ts'

/** Newest first; `path` is the list's own address with its parameters. */
export function readReports(path: string, signal: AbortSignal): Promise<ListPage<ShortReport>> {
  return request(path, { signal })
}

/** With its parts, which lists leave out. */
export function readReport(id: string, signal: AbortSignal): Promise<ShortReport> {
  return request(`/api/reports/${encodeURIComponent(id)}`, { signal })
}

/** Has it made in the background. Throws a ApiError whose fields are those of the body. */
export function createReport(report: NewReport): Promise<ShortReport> {
  return request('/api/reports', { method: 'POST', body: report })
}

export function deleteReport(id: number): Promise<void> {
  return request(`/api/reports/${id}`, { method: 'DELETE' })
}

/** Where the file of a report is; a link there downloads it. */
export function reportFileAddress(id: number): string {
  return `/api/reports/${id}/file`
}

const timeoutMs = 30_000

/** The whole file of a report. */
export async function readReportFile(id: number, signal: AbortSignal): Promise<Blob> {
  const answer = await fetch(reportFileAddress(id), {
    credentials: 'same-origin',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  if (!answer.ok) throw await responseError(answer)
  return await answer.blob()
}

/** The text at the beginning of a report's file: at most so many bytes of it. */
export async function readReportFileStart(id: number, bytes: number, signal: AbortSignal): Promise<string> {
  const answer = await fetch(reportFileAddress(id), {
    headers: { range: `bytes=0-${bytes - 1}` },
    credentials: 'same-origin',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  if (!answer.ok) throw await responseError(answer)
  return await answer.text()
}
