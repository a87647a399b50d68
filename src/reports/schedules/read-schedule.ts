import { BodyFaults } from '../../metadata/dashboards/body-faults.ts'
import type { StoredSchedule } from '../../metadata/reports/schedule-rows.ts'
import type { ScheduleChange } from '../../metadata/reports/schedules.ts'
import type { ReportSpec } from '../../metadata/reports/spec.ts'
import { Fault } from '../../schema/fault.ts'
import type { ReportScheduleDraft, ReportSchedulePatch } from '../../schema/reports/report.ts'
import type { Author } from '../files/author.ts'
import { readOutputSettings, readSpec, type SpecDefaults } from '../files/read-spec.ts'
import { nextRunAt } from './next-run-at.ts'
import { type MergedSchedule, patchedSchedule } from './patched-schedule.ts'

export interface ScheduleRules {
  defaults: SpecDefaults
  /** Unix seconds. */
  now: number
}

/** A new schedule, or with `before` its replacement. Throws what `readSpec` throws, and validation. */
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

/** Replaces a schedule by a body. Throws as `readPatch`. */
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

function changesSubject({ query, dashboard_id, time_range }: ReportSchedulePatch): boolean {
  return query !== undefined || dashboard_id !== undefined || time_range !== undefined
}

function requireSameMessage(before: ReportSpec, after: ReportSpec): void {
  const messageOf = ({ query, dashboardId, timeRange, emails, deliver }: ReportSpec) =>
    JSON.stringify([query, dashboardId, timeRange, emails, deliver])
  if (messageOf(before) === messageOf(after)) return
  throw new Fault('permission_denied', {
    detail: 'Only the owner of a schedule changes what it asks and whom it is mailed to.',
  })
}

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
