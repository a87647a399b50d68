import type { ReportSpec } from '../../../metadata/reports/spec.ts'
import type { TestServer } from '../test-server.ts'
import { type Area, type PermissionRow, row } from './row.ts'

const query = { type: 'Search', params: {} }
const spec: ReportSpec = {
  title: 'Hosts',
  format: 'csv',
  query,
  dashboardId: null,
  timeRange: null,
  timezone: 'UTC',
  emails: [],
  deliver: 'attachment',
  retention: 30,
}
const draft = { title: 'Hosts', format: 'csv', query, schedule_type: 'c', schedule: { cron: {} } }

/** A report of this owner, made with whatever rights the owner has. */
async function reportOf({ reports, people }: TestServer, ownerId: number): Promise<number> {
  const { id } = await people.metadata.reports.reports.create(ownerId, spec)
  await reports.tick()
  await reports.idle()
  return id
}

const report: Area = {
  needs: 'reports',
  manages: 'manage_reports',
  object: (server, { ownerId }) => reportOf(server, ownerId),
}

const schedule: Area = {
  needs: 'reports',
  manages: 'manage_reports',
  object: async ({ people }, { ownerId }) => {
    const content = { spec, scheduleType: 'a', schedule: { adhoc: true }, isActive: false } as const
    const made = await people.metadata.reports.schedules.create(ownerId, { content, nextRunAt: null })
    return made.id
  },
}

const list: Area = { needs: 'reports', manages: 'manage_reports' }
/** Running queries also requires `search`, which the callers of these rows lack. */
const asks = { about: 'without search' }

/**
 * Reports and their schedules. Creating them also requires `search`; other tests prove these routes with it.
 */
export const reportRows: readonly PermissionRow[] = [
  row(list, 'GET /api/reports', [401, 403, 403, 200, 200]),
  row(list, 'POST /api/reports', [401, 403, 403, 403, 403], { ...asks, body: { format: 'csv', query } }),
  row(report, 'GET /api/reports/:id', [401, 403, 403, [200, 404], 200]),
  // The report failed, since its owner may not search.
  row(report, 'GET /api/reports/:id/file', [401, 403, 403, [409, 404], 409], asks),
  row(report, 'DELETE /api/reports/:id', [401, 403, 403, [204, 404], 204]),

  row(list, 'GET /api/reports-schedules', [401, 403, 403, 200, 200]),
  row(list, 'POST /api/reports-schedules', [401, 403, 403, 403, 403], { ...asks, body: draft }),
  row(schedule, 'GET /api/reports-schedules/:id', [401, 403, 403, [200, 404], 200]),
  row(schedule, 'PATCH /api/reports-schedules/:id', [401, 403, 403, [200, 404], 200], {
    body: { title: 'Other' },
  }),
  row(schedule, 'PATCH /api/reports-schedules/:id', [401, 403, 403, [403, 404], 403], {
    about: 'its query or recipients; foreign: not allowed; own: without search',
    body: { time_range: { preset: 'today' } },
  }),
  row(schedule, 'PUT /api/reports-schedules/:id', [401, 403, 403, [403, 404], [403, 200]], {
    about: 'as above; own: without search',
    body: { ...draft, schedule_type: 'a', schedule: { adhoc: true }, is_active: false },
  }),
  row(schedule, 'DELETE /api/reports-schedules/:id', [401, 403, 403, [204, 404], 204]),
  row(schedule, 'POST /api/reports-schedules/:id/run', [401, 403, 403, [403, 404], 403], asks),
]
