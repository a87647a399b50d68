import { Type } from 'typebox'
import {
  NewReport,
  ReportSchedule,
  ReportScheduleDraft,
  ReportSchedulePatch,
  reportOrderFields,
  ShortReport,
  scheduleOrderFields,
} from '../../schema/reports/report.ts'
import { queryFaults } from '../dashboards/editor.ts'
import type { App } from '../http/app.ts'
import { ObjectId, objectIdOf } from '../http/path-parameters.ts'
import { refTo } from '../http/schemas.ts'
import { objectId } from '../resources/path-key.ts'
import { resourceRoutes } from '../resources/resource-routes.ts'
import { authorOf, reportViewerOf } from './author.ts'
import { type ReportDeps, showAll } from './deps.ts'
import { fileRoute } from './file.ts'

const rights = 'Its reports have the rights of its owner, who also needs `search`.'

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

/** Schedules: the caller's; holders of manage_reports see all. */
function scheduleRoutes(app: App, { reports, queryService }: ReportDeps): void {
  resourceRoutes(app, {
    path: '/api/reports-schedules',
    key: objectId,
    access: 'reports',
    caller: request => authorOf(request, queryService),
    item: ReportSchedule,
    list: {
      summary: 'Schedules of reports',
      compress: true,
      orderBy: scheduleOrderFields,
      query: { show_all: showAll },
      run: (page, viewer, { show_all }) => reports.schedules(viewer, { ...page, showAll: show_all }),
    },
    create: {
      summary: 'Create a schedule',
      description: rights,
      faults: ['conflict', ...queryFaults],
      body: ReportScheduleDraft,
      status: 201,
      run: (draft, author) => reports.createSchedule(author, draft),
    },
    get: { summary: 'One schedule', run: (id, viewer) => reports.schedule(viewer, id) },
    patch: {
      summary: 'Change a schedule; only its owner changes the query and the recipients',
      faults: queryFaults,
      body: ReportSchedulePatch,
      run: (id, patch, author) => reports.updateSchedule(author, id, patch),
    },
    replace: {
      summary: 'Replace a schedule; only its owner changes the query and the recipients',
      faults: queryFaults,
      body: ReportScheduleDraft,
      run: (id, draft, author) => reports.replaceSchedule(author, id, draft),
    },
    delete: {
      summary: 'Delete a schedule; its reports stay',
      run: (id, viewer) => reports.removeSchedule(viewer, id),
    },
  })

  app.post(
    '/api/reports-schedules/:id/run',
    {
      config: {
        access: 'reports',
        exists: request => reports.schedule(reportViewerOf(request), objectIdOf(request)),
      },
      schema: {
        summary: 'Create a report of a schedule now, independent of its next run',
        description: rights,
        params: ObjectId,
        response: { 202: refTo(ShortReport) },
        faults: ['conflict', 'overloaded'],
      },
    },
    async (request, reply) =>
      reply.code(202).send(await reports.run(authorOf(request, queryService), request.params.id)),
  )
}
