import { BodyFaults } from '../../metadata/dashboards/parse-body.ts'
import type { ScheduleContent, StoredSchedule } from '../../metadata/reports/schedule-rows.ts'
import type { ScheduleChange } from '../../metadata/reports/schedules.ts'
import type { ReportSpec } from '../../metadata/reports/spec.ts'
import { Fault } from '../../schema/fault.ts'
import type { ReportScheduleDraft, ReportSchedulePatch } from '../../schema/reports/report.ts'
import { zoneNamed } from '../../time/zone.ts'
import type { Author } from '../files/author.ts'
import { readOutputSettings, readSpec, type SpecDefaults } from '../files/read-spec.ts'
import { nextRun, readTiming } from './next-run.ts'

export interface ScheduleRules {
  defaults: SpecDefaults
  /** Unix seconds. */
  now: number
}

/** A new schedule, or with `before` its replacement. Throws as `readSpec`, also for an invalid body. */
export async function readSchedule(
  author: Author,
  draft: ReportScheduleDraft,
  rules: ScheduleRules,
  before?: StoredSchedule,
): Promise<ScheduleChange> {
  const faults = new BodyFaults()
  return changeOf(await readSpec(author, draft, rules.defaults, faults), draft, rules, before, faults)
}

/**
 * Applies a patch to a schedule. A schedule runs with the rights of its owner, so only its owner may change
 * its query and its recipients. Throws as `readSchedule`.
 */
export async function readPatch(
  author: Author,
  patch: ReportSchedulePatch,
  rules: ScheduleRules,
  before: StoredSchedule,
): Promise<ScheduleChange> {
  const faults = new BodyFaults()
  const isOwner = before.ownerId === author.userId
  const merged = patchedSchedule(before, patch)
  // An unchanged query is not checked, so that a schedule can be paused when its query is no longer allowed.
  const spec =
    isOwner && changesSubject(patch)
      ? await readSpec(author, merged, rules.defaults, faults)
      : await keptSpec(before.spec, merged, patch, rules.defaults, faults)
  if (!isOwner) requireSameMessage(before.spec, spec)
  return changeOf(spec, merged, rules, before, faults)
}

/**
 * Replaces a schedule by a body. For users other than its owner this is a patch of all members. Throws as
 * `readPatch`.
 */
export function readReplacement(
  author: Author,
  draft: ReportScheduleDraft,
  rules: ScheduleRules,
  before: StoredSchedule,
): Promise<ScheduleChange> {
  if (before.ownerId === author.userId) return readSchedule(author, draft, rules, before)
  const { timezone, retentionDays: retention } = rules.defaults
  const subject = { query: null, dashboard_id: null, time_range: null }
  const output = { deliver: 'attachment', timezone, retention } as const
  return readPatch(author, { ...subject, ...output, emails: [], is_active: true, ...draft }, rules, before)
}

/** The stored spec with the output settings of the patch. */
async function keptSpec(
  before: ReportSpec,
  merged: MergedSchedule,
  patch: ReportSchedulePatch,
  defaults: SpecDefaults,
  faults: BodyFaults,
): Promise<ReportSpec> {
  const { query = null, dashboard_id: dashboardId = null, time_range: timeRange = null, title } = merged
  // Stored addresses are kept; sending decides which of them are allowed.
  const unchecked = { ...defaults, canSendMail: true, findRefused: async () => [] }
  const output = await readOutputSettings(merged, patch.emails === undefined ? unchecked : defaults, faults)
  return { ...before, query, dashboardId, timeRange, ...output, title }
}

/** Whether a patch changes what is reported. */
function changesSubject({ query, dashboard_id, time_range }: ReportSchedulePatch): boolean {
  return query !== undefined || dashboard_id !== undefined || time_range !== undefined
}

/** Throws a Fault if the query, the recipients or the form of delivery have changed. */
function requireSameMessage(before: ReportSpec, after: ReportSpec): void {
  const messageOf = ({ query, dashboardId, timeRange, emails, deliver }: ReportSpec) =>
    JSON.stringify([query, dashboardId, timeRange, emails, deliver])
  if (messageOf(before) === messageOf(after)) return
  throw new Fault('permission_denied', {
    detail: 'Only the owner of a schedule may change its queries and recipients.',
  })
}

/** The change to store, with the next run. Throws the faults of the body. */
function changeOf(
  spec: ReportSpec,
  { schedule_type: scheduleType, schedule, is_active: isActive = true }: ReportScheduleDraft,
  { now }: ScheduleRules,
  before: StoredSchedule | undefined,
  faults: BodyFaults,
): ScheduleChange {
  const content = { spec, scheduleType, schedule, isActive }
  const next = nextRunAt(content, before, now, faults)
  faults.throwIfAny()
  return { content, nextRunAt: next }
}

/**
 * The next run of a changed schedule, microseconds; null: never. Unchanged timing and state keep the stored
 * time. `now` in Unix seconds. Adds errors of the timing to `faults`.
 */
function nextRunAt(
  content: ScheduleContent,
  before: StoredSchedule | undefined,
  now: number,
  faults: BodyFaults,
): number | null {
  const { scheduleType, schedule, isActive, spec } = content
  const isNewTiming = before === undefined || timingKey(before) !== timingKey(content)
  if (!isNewTiming && before.isActive === isActive) return before.nextRunAt
  // `readSpec` has already reported an unknown zone.
  if (zoneNamed(spec.timezone) === undefined) return null
  const timing = readTiming(scheduleType, schedule, spec.timezone)
  if ('faults' in timing) {
    for (const { path, message } of timing.faults) faults.add(`schedule.${path}`, message)
    return null
  }
  const lastRun = isNewTiming || before.lastRunAt === null ? null : before.lastRunAt / 1_000_000
  const next = nextRun(timing, now, lastRun)
  if (next === undefined && isNewTiming) {
    const member = timing.kind === 'once' ? 'schedule.timestamp' : 'schedule.cron'
    faults.add(member, 'expected a time that is yet to come')
  }
  return isActive && next !== undefined ? Math.round(next * 1_000_000) : null
}

function timingKey({ scheduleType, schedule, spec }: ScheduleContent): string {
  return JSON.stringify([scheduleType, schedule, spec.timezone])
}

/** A stored schedule with a patch applied, shaped as a request body. */
type MergedSchedule = ReportScheduleDraft & { title: string }

/** Applies a patch. A query and a dashboard exclude each other: the one in the patch replaces the other. */
function patchedSchedule(
  { spec, scheduleType, schedule, isActive }: StoredSchedule,
  patch: ReportSchedulePatch,
): MergedSchedule {
  const { query, dashboardId, timeRange, emails, ...rest } = spec
  const replaces = patch.query != null || patch.dashboard_id != null
  const subject = replaces ? { query: null, dashboard_id: null } : { query, dashboard_id: dashboardId }
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
