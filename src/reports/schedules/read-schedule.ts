import { BodyFaults } from '../../metadata/dashboards/body-faults.ts'
import type { ScheduleContent, StoredSchedule } from '../../metadata/reports/schedule-rows.ts'
import type { ScheduleChange } from '../../metadata/reports/schedules.ts'
import type { ReportSpec } from '../../metadata/reports/spec.ts'
import { zoneNamed } from '../../query/range/zone.ts'
import { Fault } from '../../schema/fault.ts'
import type { ReportScheduleDraft, ReportSchedulePatch } from '../../schema/report.ts'
import type { Author } from '../files/author.ts'
import { type OrderDefaults, readOrder, readOutputSettings } from '../files/read-order.ts'
import { nextRun, readTiming } from './next-run.ts'

/** A new schedule, at this moment (Unix seconds). Throws what `readOrder` throws, and validation. */
export async function readSchedule(
  author: Author,
  draft: ReportScheduleDraft,
  rules: OrderDefaults,
  now: number,
): Promise<ScheduleChange> {
  const faults = new BodyFaults()
  const spec = await readOrder(author, draft, rules, faults)
  const { schedule_type: scheduleType, schedule, is_active: isActive = true } = draft
  const content = { spec, scheduleType, schedule, isActive }
  const nextRunAt = nextRunOf(content, undefined, now, faults)
  faults.throwIfAny()
  return { content, nextRunAt }
}

/** What a patch makes of a schedule. Only its owner may change what it tells whom: it runs with the owner's rights. */
export async function readPatch(
  author: Author,
  before: StoredSchedule,
  patch: ReportSchedulePatch,
  rules: OrderDefaults,
  now: number,
): Promise<ScheduleChange> {
  const faults = new BodyFaults()
  const whole = merged(before, patch)
  const asksAnew =
    patch.query !== undefined || patch.dashboard_id !== undefined || patch.time_range !== undefined
  // A schedule can be ended, say, when what it asks can be asked no longer.
  const spec =
    asksAnew && before.ownerId === author.userId
      ? await readOrder(author, whole, rules, faults)
      : {
          ...before.spec,
          ...asked(whole),
          ...(await readOutputSettings(whole, withMails(rules, patch), faults)),
          title: whole.title,
        }
  if (before.ownerId !== author.userId) refuseForeign(before.spec, spec)
  const content = {
    spec,
    scheduleType: whole.schedule_type,
    schedule: whole.schedule,
    isActive: whole.is_active ?? true,
  }
  const nextRunAt = nextRunOf(content, before, now, faults)
  faults.throwIfAny()
  return { content, nextRunAt }
}

/** The same for a body that replaces a schedule whole. */
export async function readReplacement(
  author: Author,
  before: StoredSchedule,
  draft: ReportScheduleDraft,
  rules: OrderDefaults,
  now: number,
): Promise<ScheduleChange> {
  if (before.ownerId === author.userId) {
    const faults = new BodyFaults()
    const spec = await readOrder(author, draft, rules, faults)
    const { schedule_type: scheduleType, schedule, is_active: isActive = true } = draft
    const content = { spec, scheduleType, schedule, isActive }
    const nextRunAt = nextRunOf(content, before, now, faults)
    faults.throwIfAny()
    return { content, nextRunAt }
  }
  const { query = null, dashboard_id = null, time_range = null, emails = [] } = draft
  const { deliver = 'attachment', is_active = true, timezone = rules.timezone } = draft
  const { retention = rules.retentionDays } = draft
  const patch = { ...draft, query, dashboard_id, time_range, emails, deliver, is_active, timezone, retention }
  return readPatch(author, before, patch, rules, now)
}

type Whole = ReportScheduleDraft & { title: string }

function merged(
  { spec, scheduleType, schedule, isActive }: StoredSchedule,
  patch: ReportSchedulePatch,
): Whole {
  const { query, dashboardId, timeRange, emails, ...rest } = spec
  // One of the two, given by itself, stands in for the other.
  const switches = patch.query != null || patch.dashboard_id != null
  const subject = switches ? { query: null, dashboard_id: null } : { query, dashboard_id: dashboardId }
  return {
    ...rest,
    ...subject,
    time_range: timeRange,
    emails: [...emails],
    schedule_type: scheduleType,
    schedule,
    is_active: isActive,
    ...patch,
  }
}

function asked({ query = null, dashboard_id: dashboardId = null, time_range: timeRange = null }: Whole) {
  return { query, dashboardId, timeRange }
}

/** Addresses that were there before may stay; the mail itself goes to those that are allowed when it is sent. */
function withMails(rules: OrderDefaults, patch: ReportSchedulePatch): OrderDefaults {
  return patch.emails === undefined
    ? { ...rules, canSendMail: true, recipients: { refused: async () => [] } }
    : rules
}

function refuseForeign(before: ReportSpec, after: ReportSpec): void {
  const told = ({ query, dashboardId, timeRange, emails, deliver }: ReportSpec) =>
    JSON.stringify([query, dashboardId, timeRange, emails, deliver])
  if (told(before) === told(after)) return
  throw new Fault('permission_denied', {
    detail: 'Only the owner of a schedule changes what it asks and whom it is mailed to.',
  })
}

/** Microseconds. What changes neither when it runs nor whether stays as due as it was. */
function nextRunOf(
  content: ScheduleContent,
  before: StoredSchedule | undefined,
  now: number,
  faults: BodyFaults,
): number | null {
  const { scheduleType, schedule, isActive, spec } = content
  const isTimedAnew = before === undefined || timingKey(before) !== timingKey(content)
  if (!isTimedAnew && before.isActive === isActive) return before.nextRunAt
  // That there is no such zone is told already.
  if (zoneNamed(spec.timezone) === undefined) return null
  const timing = readTiming(scheduleType, schedule, spec.timezone)
  if ('faults' in timing) {
    for (const { path, message } of timing.faults) faults.add(`schedule.${path}`, message)
    return null
  }
  const lastRun = before?.lastRunAt == null ? null : before.lastRunAt / 1_000_000
  const next = nextRun(timing, now, isTimedAnew ? null : lastRun)
  if (next === undefined && isTimedAnew) {
    faults.add(
      timing.kind === 'once' ? 'schedule.timestamp' : 'schedule.cron',
      'expected a time that is yet to come',
    )
  }
  return isActive && next !== undefined ? Math.round(next * 1_000_000) : null
}

function timingKey({ scheduleType, schedule, spec }: ScheduleContent): string {
  return JSON.stringify([scheduleType, schedule, spec.timezone])
}
