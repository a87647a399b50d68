import type { TimeRange } from '../../schema/time-range.ts'
import { createDashboard, findOwnDashboard } from '../api/dashboards.ts'
import { changeSchedule, createReport, createSchedule } from '../api/reports.ts'
import type { ReportDialogInput } from './report-dialog-input.ts'
import {
  type ReportForm,
  type ReportSource,
  reportBody,
  scheduleBody,
  scheduleChanges,
} from './report-form.ts'

/**
 * Sends the form: creates a report or a schedule, or changes the schedule of `input`. Throws an ApiError
 * whose `fields` name members of the sent body.
 */
export async function sendReport(form: ReportForm, input: ReportDialogInput): Promise<void> {
  const { schedule } = input
  if (schedule) {
    const { subject } = form
    const isSameSource =
      subject.kind === 'dashboard'
        ? subject.id === schedule.dashboard_id
        : subject.kind === 'query' && schedule.query !== null
    await changeSchedule(
      schedule.id,
      scheduleChanges(schedule, form, isSameSource ? undefined : await sourceOf(form, input)),
    )
    return
  }
  const source = await sourceOf(form, input)
  const rangeOverride = form.subject.kind === 'page' ? { time_range: pageRange(form, input) } : {}
  if (form.when === 'now') await createReport({ ...reportBody(form, source), ...rangeOverride })
  else await createSchedule({ ...scheduleBody(form, source), ...rangeOverride })
}

/** The range chosen in the form, or else of the page: the range of the saved dashboard may differ. */
function pageRange({ range, timezone }: ReportForm, { dashboard }: ReportDialogInput): TimeRange | null {
  return range ? { preset: range, timezone: timezone.trim() } : (dashboard?.timeRange ?? null)
}

/** The source to send. Saves a dashboard of the page first, unless the user has one with its title. */
async function sourceOf(
  { subject }: ReportForm,
  { query, dashboard }: ReportDialogInput,
): Promise<ReportSource> {
  if (subject.kind === 'dashboard') return { dashboard_id: subject.id }
  if (subject.kind === 'search') return { query: subject.query }
  if (subject.kind === 'page' && dashboard) {
    const { draft } = dashboard
    const saved = (await findOwnDashboard(draft.title)) ?? (await createDashboard(draft))
    return { dashboard_id: saved.id }
  }
  if (query === undefined) throw new Error('A report needs a query or a dashboard.')
  return { query }
}
