import type { Dashboards } from '../../metadata/dashboards/dashboards.ts'
import type { BodyFaults } from '../../metadata/dashboards/parse-body.ts'
import type { ReportSpec } from '../../metadata/reports/spec.ts'
import { Fault } from '../../schema/fault.ts'
import type { NewReport } from '../../schema/reports/report.ts'
import { zoneNamed } from '../../time/zone.ts'
import type { Author } from './author.ts'

/**
 * Defaults of a spec (what a report contains and who gets it), and the dependencies for checking its body.
 */
export interface SpecDefaults {
  dashboards: Pick<Dashboards, 'get'>
  timezone: string
  /** Days. */
  retentionDays: number
  canSendMail: boolean
  /** Returns the addresses to which reports may not be mailed. */
  findRefused(emails: readonly string[]): Promise<string[]>
}

export interface SpecBody extends NewReport {
  retention?: number
}

/**
 * Reads the spec of a report from a body of the right shape. Adds its errors to `faults`. Throws
 * permission_denied without the permission `search`.
 */
export async function readSpec(
  author: Author,
  body: SpecBody,
  defaults: SpecDefaults,
  faults: BodyFaults,
): Promise<ReportSpec> {
  const { query = null, dashboard_id: dashboardId = null, time_range: timeRange = null } = body
  if (!author.maySearch) {
    throw new Fault('permission_denied', { detail: 'Reports are for who may search, too.' })
  }
  let title = body.title
  if ((query === null) === (dashboardId === null)) {
    faults.add('query', 'Give either query or dashboard_id.')
  } else if (query !== null) {
    title ??= query.type
    checkQuery(author, query, timeRange, faults)
  } else if (dashboardId !== null) {
    // Even with a title, a report requires an existing dashboard that the author may see.
    const found = await dashboardTitle(author, dashboardId, defaults, faults)
    title ??= found
    // The widgets exist already, so that only the range is checked, in any query.
    if (timeRange !== null) checkQuery(author, { type: 'Search', params: {} }, timeRange, faults)
  }
  return {
    ...(await readOutputSettings(body, defaults, faults)),
    title: title ?? 'Report',
    query,
    dashboardId,
    timeRange,
  }
}

/** Reads the members of a spec for its output and its recipients. */
export async function readOutputSettings(
  body: SpecBody,
  defaults: SpecDefaults,
  faults: BodyFaults,
): Promise<Omit<ReportSpec, 'title' | 'query' | 'dashboardId' | 'timeRange'>> {
  const {
    format,
    timezone = defaults.timezone,
    deliver = 'attachment',
    retention = defaults.retentionDays,
  } = body
  if (zoneNamed(timezone) === undefined) {
    faults.add('timezone', `expected an IANA time zone, not "${timezone}"`)
  }
  const emails = [...new Set(body.emails)]
  if (emails.length > 0 && !defaults.canSendMail) {
    faults.add('emails', 'This service sends no mail: MILLRACE_SMTP_URL is not set.')
  }
  const refused = await defaults.findRefused(emails)
  if (refused.length > 0) {
    faults.add(
      'emails',
      `Reports are mailed to users and to allowed domains only, not to ${refused.join(', ')}.`,
    )
  }
  return { format, timezone, emails, deliver, retention }
}

function checkQuery(
  author: Author,
  { type, params }: { type: string; params: Record<string, unknown> },
  timeRange: object | null,
  faults: BodyFaults,
): void {
  const effectiveParams = timeRange === null ? params : { ...params, time_range: timeRange }
  const isTimeRange = (path: string) => timeRange !== null && path.startsWith('params.time_range')
  faults.check(
    () => author.check(type, effectiveParams),
    path => (isTimeRange(path) ? path.replace('params.', '') : `query.${path}`),
  )
}

async function dashboardTitle(
  author: Author,
  id: number,
  { dashboards }: SpecDefaults,
  faults: BodyFaults,
): Promise<string | undefined> {
  try {
    return (await dashboards.get(author, id)).title.slice(0, 255)
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'not_found') throw error
    faults.add('dashboard_id', `Invalid pk "${id}" - object does not exist.`)
    return undefined
  }
}
