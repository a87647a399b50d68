import type { TimeRange } from '../../schema/time-range.ts'
import { createDashboard, findOwnDashboard } from '../api/dashboards.ts'
import { createSchedule, updateSchedule } from '../api/report-schedules.ts'
import { createReport } from '../api/reports.ts'
import type { ReportDialogInput } from './report-dialog-input.ts'
import { type ReportForm, type ReportSource, reportBody, scheduleBody } from './report-form.ts'

/** Creates the report or schedule of the form. Throws an ApiError whose fields are those of the form. */
export async function sendReport(form: ReportForm, input: ReportDialogInput): Promise<void> {
  const { schedule } = input
  if (schedule) {
    const { subject } = form
    const isSame =
      subject.kind === 'dashboard' ? subject.id === schedule.dashboard_id : schedule.query !== null
    await updateSchedule(schedule.id, scheduleBody(form, isSame ? undefined : await sourceOf(form, input)))
    return
  }
  const of = await sourceOf(form, input)
  const whole = form.subject.kind === 'page' ? { time_range: pageRange(form, input) } : {}
  if (form.when === 'now') await createReport({ ...reportBody(form, of), ...whole })
  else await createSchedule({ ...scheduleBody(form, of), ...whole })
}

/** The saved dashboard may have another time range than the page. */
function pageRange({ range, timezone }: ReportForm, { dashboard }: ReportDialogInput): TimeRange | null {
  return range ? { preset: range, timezone } : (dashboard?.timeRange ?? null)
}

async function sourceOf(
  { subject }: ReportForm,
  { query, dashboard }: ReportDialogInput,
): Promise<ReportSource> {
  if (subject.kind === 'dashboard') return { dashboard_id: subject.id }
  if (subject.kind === 'page' && dashboard) {
    const { draft } = dashboard
    const kept = (await findOwnDashboard(draft.title)) ?? (await createDashboard(draft))
    return { dashboard_id: kept.id }
  }
  if (query === undefined) throw new Error('There is nothing to make a report of.')
  return { query: query }
}
