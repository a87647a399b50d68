import type { TimeRange } from '../../schema/time-range.ts'
import { createDashboard, findOwnDashboard } from '../wire/dashboards.ts'
import { changeSchedule, createSchedule } from '../wire/report-schedules.ts'
import { makeReport } from '../wire/reports.ts'
import { type Of, type ReportForm, reportOf, scheduleOf } from './report-form.ts'
import type { ReportWish } from './report-wish.ts'

/** Has the service make what the form says. Throws a WireError whose fields are those of the form. */
export async function sendReport(form: ReportForm, wish: ReportWish): Promise<void> {
  const { schedule } = wish
  if (schedule) {
    const { subject } = form
    const isSame =
      subject.kind === 'dashboard' ? subject.id === schedule.dashboard_id : schedule.query !== null
    await changeSchedule(schedule.id, scheduleOf(form, isSame ? undefined : await subjectOf(form, wish)))
    return
  }
  const of = await subjectOf(form, wish)
  const whole = form.subject.kind === 'page' ? { time_range: rangeOfPage(form, wish) } : {}
  if (form.when === 'now') await makeReport({ ...reportOf(form, of), ...whole })
  else await createSchedule({ ...scheduleOf(form, of), ...whole })
}

/** The kept dashboard may be of another time than the page is now. */
function rangeOfPage({ range, timezone }: ReportForm, { dashboard }: ReportWish): TimeRange | null {
  return range ? { preset: range, timezone } : (dashboard?.timeRange ?? null)
}

async function subjectOf({ subject }: ReportForm, { ask, dashboard }: ReportWish): Promise<Of> {
  if (subject.kind === 'dashboard') return { dashboard_id: subject.id }
  if (subject.kind === 'page' && dashboard) {
    const { draft } = dashboard
    const kept = (await findOwnDashboard(draft.title)) ?? (await createDashboard(draft))
    return { dashboard_id: kept.id }
  }
  if (ask === undefined) throw new Error('There is nothing to make a report of.')
  return { query: ask }
}
