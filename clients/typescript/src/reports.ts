import type { Api } from './api-client.ts'
import type { paths } from './interface.ts'
import { dataOf, MillraceError } from './millrace-error.ts'
import { wait } from './wait.ts'

type ReportDraft = paths['/api/reports']['post']['requestBody']['content']['application/json']
type Report = paths['/api/reports/{id}']['get']['responses'][200]['content']['application/json']

export interface ReportOptions {
  signal?: AbortSignal
  /** Gets each state while the report is made. */
  onProgress?: (report: Report) => void
}

const pollMs = 500

/**
 * Makes a report and returns it with its file. The service keeps the report. Throws a MillraceError when it
 * cannot be made.
 */
export async function makeReport(
  api: Api,
  draft: ReportDraft,
  { signal: given, onProgress }: ReportOptions = {},
): Promise<{ report: Report; file: Blob }> {
  const signal = given ?? null
  let report: Report = dataOf(await api.POST('/api/reports', { body: draft, signal }))
  const params = { path: { id: report.id } }
  while (report.status === 'PENDING' || report.status === 'IN_PROGRESS') {
    onProgress?.(report)
    await wait(pollMs, given)
    report = dataOf(await api.GET('/api/reports/{id}', { params, signal }))
  }
  // The answer about a failed report is a success (200). 409 is the status of a request for its file.
  if (report.status === 'FAILURE') throw new MillraceError(409, report.error)
  const file = await api.GET('/api/reports/{id}/file', { params, parseAs: 'blob', signal })
  return { report, file: dataOf(file) as Blob } // as parseAs says
}
