import { momentText } from '../../charts/time-text.ts'
import { cronFields } from '../../schema/reports/crontab.ts'
import type {
  Cron,
  NewReport,
  ReportSchedule,
  ReportScheduleDraft,
  ReportSchedulePatch,
} from '../../schema/reports/report.ts'
import { zoneNamed } from '../../time/zone.ts'
import type { QueryRequest } from '../api/queries.ts'
import { changedMembers } from '../components/forms/changed-members.ts'
import type { ChosenFormat } from '../files/formats.ts'
import { reportTexts } from '../texts/reports.ts'

/**
 * The source chosen in the form: the query or the unsaved dashboard (`page`) that the dialog was opened with,
 * a saved dashboard, or a copy of the query of a saved search.
 */
export type Subject =
  | { kind: 'query' }
  | { kind: 'page' }
  | { kind: 'dashboard'; id: number }
  | { kind: 'search'; id: number; query: QueryRequest }

/** When the report is made: once now, by a crontab, or once at a later time. The last two are schedules. */
export type When = 'now' | 'cron' | 'later'

/** The five fields of a crontab as texts. */
export type CronTexts = Readonly<Required<Cron>>

/** The values of the form. */
export interface ReportForm {
  title: string
  subject: Subject
  format: ChosenFormat
  /** A preset; '': the range of the source; undefined: the range of the schedule, which is not a preset. */
  range: string | undefined
  timezone: string
  when: When
  cron: CronTexts
  /** Local time in the zone, such as 2026-11-03T14:00. */
  at: string
  /** Addresses, separated by commas, semicolons or spaces. */
  emails: string
  deliver: 'attachment' | 'link'
  isActive: boolean
  /** Days; '': the default of the service, or unchanged in an edit. */
  retention: string
}

export const dailyCron: CronTexts = cronTexts('0', '6', '*', '*', '*')
export const cronPresets: readonly [name: string, cron: CronTexts][] = [
  [reportTexts.cron.presets.daily, dailyCron],
  [reportTexts.cron.presets.weekly, cronTexts('0', '6', '*', '*', 'mon')],
  [reportTexts.cron.presets.monthly, cronTexts('0', '6', '1', '*', '*')],
  [reportTexts.cron.presets.hourly, cronTexts('0', '*', '*', '*', '*')],
]

/** The texts of a crontab, in its order. */
function cronTexts(minute: string, hour: string, date: string, month: string, weekday: string): CronTexts {
  return { minute, hour, day_of_month: date, month_of_year: month, day_of_week: weekday }
}

/** The form of an existing schedule. */
export function formOf(schedule: ReportSchedule): ReportForm {
  const { cron = {}, timestamp } = schedule.schedule
  const { dashboard_id: id } = schedule
  return {
    title: schedule.title,
    subject: id === null ? { kind: 'query' } : { kind: 'dashboard', id },
    format: schedule.format === 'xslx' ? 'xlsx' : schedule.format,
    range: schedule.time_range === null ? '' : schedule.time_range.preset,
    timezone: schedule.timezone,
    when: schedule.schedule_type === 't' ? 'later' : 'cron',
    // cronFields has all five fields.
    cron: Object.fromEntries(cronFields.map(({ name }) => [name, cron[name] ?? '*'])) as CronTexts,
    at: localTime(timestamp, schedule.timezone),
    emails: schedule.emails.join(', '),
    deliver: schedule.deliver,
    isActive: schedule.is_active,
    retention: String(schedule.retention),
  }
}

/**
 * The timestamp of a schedule for an input of the type `datetime-local`: `2026-11-03T14:00`. A text without
 * an offset, such as `2026-11-03 14:00:00`, is already local, and one with `Z` or `+02:00` is not.
 */
function localTime(timestamp: string | number | undefined, zone: string): string {
  if (timestamp === undefined) return ''
  const isLocal = typeof timestamp === 'string' && !/(Z|[+-]\d\d:?\d\d)$/i.test(timestamp)
  const moment = typeof timestamp === 'number' ? timestamp : Date.parse(timestamp) / 1000
  const canConvert = !isLocal && !Number.isNaN(moment) && zoneNamed(zone) !== undefined
  const text = canConvert ? momentText(moment, zone) : String(timestamp)
  return text.slice(0, '2026-11-03T14:00'.length).replace(' ', 'T')
}

/** The addresses in the mail field. */
export function addressesIn(emails: string): string[] {
  return emails.split(/[\s,;]+/).filter(address => address !== '')
}

/** Members of the body that do not depend on the source. */
function commonBody({ title, format, range, emails, deliver, ...form }: ReportForm) {
  const timezone = form.timezone.trim()
  return {
    title: title.trim(),
    format,
    ...(range === undefined ? {} : { time_range: range === '' ? null : { preset: range, timezone } }),
    timezone,
    emails: addressesIn(emails),
    deliver,
  }
}

/** The source as the API expects it. */
export type ReportSource = { query: QueryRequest } | { dashboard_id: number }

/** Body that creates a report now. */
export function reportBody(form: ReportForm, source: ReportSource): NewReport {
  return { ...commonBody(form), ...sourceBody(source) }
}

/** Body that creates a schedule, or the content of an edited one. `source` is undefined if it stays. */
export function scheduleBody(form: ReportForm, source: ReportSource | undefined): ReportScheduleDraft {
  const { cron, at, when, isActive, retention } = form
  return {
    ...commonBody(form),
    ...(source && sourceBody(source)),
    schedule_type: when === 'later' ? 't' : 'c',
    schedule: when === 'later' ? { timestamp: at } : { cron: trimCron(cron) },
    is_active: isActive,
    ...(retention.trim() === '' ? {} : { retention: Number(retention) }),
  }
}

/**
 * The changes of an edited schedule; `source` is undefined if it stays. A time of the form is in the zone of
 * the form, so a change of the zone includes the time.
 */
export function scheduleChanges(
  schedule: ReportSchedule,
  form: ReportForm,
  source: ReportSource | undefined,
): ReportSchedulePatch {
  const body = scheduleBody(form, source)
  const changes = changedMembers(scheduleBody(formOf(schedule), undefined), body)
  const isRetimed = ['schedule', 'schedule_type', 'timezone'].some(name => Object.hasOwn(changes, name))
  return { ...changes, ...(isRetimed && { schedule_type: body.schedule_type, schedule: body.schedule }) }
}

/** Members of the body for the source. Leaves out params of paging and freezing, which reports ignore. */
function sourceBody(source: ReportSource): Pick<NewReport, 'query' | 'dashboard_id'> {
  if ('dashboard_id' in source) return source
  const { type, params } = source.query
  const kept = Object.entries(params).filter(([name]) => !['page_size', 'page', 'freeze_time'].includes(name))
  return { query: { type, params: Object.fromEntries(kept) } }
}

function trimCron(cron: CronTexts): CronTexts {
  // The keys stay the same.
  return Object.fromEntries(Object.entries(cron).map(([name, text]) => [name, text.trim()])) as CronTexts
}
