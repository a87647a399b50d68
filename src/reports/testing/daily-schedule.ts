import type { ReportScheduleDraft } from '../../schema/reports/report.ts'
import type { Author } from '../files/author.ts'
import type { RunningReports } from '../open-reports.ts'

/** Converts ISO 8601 to Unix seconds. */
export const at = (text: string) => Date.parse(text) / 1000

/** Every day at half past two in Berlin, an hour that clock changes skip or repeat. */
export const daily: ReportScheduleDraft = {
  title: 'Loud hosts',
  format: 'json',
  query: { type: 'TopN', params: { time_range: { preset: 'last_24_hours' } } },
  schedule_type: 'c',
  schedule: { cron: { minute: '30', hour: '2' } },
  timezone: 'Europe/Berlin',
}

/**
 * Moments, to the minute, for which an author's reports were planned, oldest first; null: without a schedule.
 */
export async function plannedMoments(reports: RunningReports, author: Author): Promise<(string | null)[]> {
  const order = [{ field: 'id', descending: false }] as const
  const { objects } = await reports.service.list(author, { offset: 0, limit: 100, order })
  return objects.map(({ planned_at }) =>
    planned_at === null ? null : new Date(planned_at * 1000).toISOString().slice(0, 16),
  )
}
