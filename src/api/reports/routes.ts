import { Type } from 'typebox'
import { NewReport, reportOrderFields, ShortReport } from '../../schema/reports/report.ts'
import { queryFaults } from '../dashboards/editor.ts'
import type { App } from '../http/app.ts'
import { objectId } from '../resources/path-key.ts'
import { resourceRoutes } from '../resources/resource-routes.ts'
import { authorOf } from './author.ts'
import { type ReportDeps, showAll } from './deps.ts'
import { fileRoute } from './file.ts'
import { scheduleRoutes } from './schedule-routes.ts'

/** Reports and their schedules: the caller's; holders of manage_reports see all. */
export function reportRoutes(app: App, deps: ReportDeps): void {
  const { reports, queryService } = deps
  resourceRoutes(app, {
    path: '/api/reports',
    key: objectId,
    access: 'reports',
    caller: request => authorOf(request, queryService),
    item: ShortReport,
    list: {
      summary: 'Generated reports',
      compress: true,
      orderBy: reportOrderFields,
      query: {
        show_all: showAll,
        schedule_id: Type.Optional(Type.Integer({ minimum: 1, description: 'Created by this schedule' })),
      },
      run: (page, viewer, { show_all, schedule_id }) =>
        reports.list(viewer, {
          ...page,
          showAll: show_all,
          ...(schedule_id !== undefined && { scheduleId: schedule_id }),
        }),
    },
    create: {
      summary: 'Create a report of a query or a dashboard',
      description: 'Rendered in the background with the rights of the caller, who also needs `search`.',
      faults: ['conflict', 'overloaded', ...queryFaults],
      body: NewReport,
      status: 202,
      run: (body, author) => reports.create(author, body),
    },
    get: { summary: 'One report', run: (id, viewer) => reports.get(viewer, id) },
    delete: {
      summary: 'Delete a report and its file; stops one that is running',
      run: (id, viewer) => reports.remove(viewer, id),
    },
  })
  fileRoute(app, reports)
  scheduleRoutes(app, deps)
}
