import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { QueryDesk } from '../../query/desk.ts'
import type { ReportDesk } from '../../reports/report-desk.ts'
import { NewReport, reportOrderFields, ShortReport } from '../../schema/report.ts'
import type { App } from '../app.ts'
import { queryFaults } from '../dashboards/editor.ts'
import { listEnvelope, listQuery, orderingOf, Page, windowOf } from '../http/lists.ts'
import { ObjectId, objectIdOf } from '../http/object-id.ts'
import { named, noContent } from '../http/shapes.ts'
import { typedForms, typeReport } from '../http/typed-forms.ts'
import { authorFor, reportViewerFor } from './author.ts'
import { fileRoute } from './file.ts'
import { scheduleRoutes } from './schedule-routes.ts'

/** What these routes need of reports and queries. */
export interface ReportDeps {
  reports: Pick<ReportDesk, keyof ReportDesk>
  desk: Pick<QueryDesk, 'validate'>
}

const ListQuery = Type.Object({
  ...listQuery,
  show_all: Type.Boolean({ default: false, description: 'Also those of others; needs manage_reports' }),
  schedule_id: Type.Optional(Type.Integer({ minimum: 1, description: 'Made by this schedule' })),
})

/** Reports of the caller, and for a holder of manage_reports those of everybody; their schedules. */
export function reportRoutes(app: App, deps: ReportDeps): void {
  const { reports, desk } = deps
  for (const shape of [ShortReport, NewReport]) app.addSchema(shape)
  const find = (request: FastifyRequest) => reports.get(reportViewerFor(request), objectIdOf(request))

  app.get(
    '/api/reports',
    {
      compress: {},
      config: { access: 'reports' },
      schema: {
        summary: 'Generated reports',
        querystring: ListQuery,
        response: { 200: Page(named(ShortReport)) },
      },
    },
    async request => {
      const { ordering, show_all, schedule_id } = request.query
      const { objects, itemCount } = await reports.list(reportViewerFor(request), {
        ...windowOf(request.query),
        showAll: show_all,
        ...(schedule_id === undefined ? {} : { scheduleId: schedule_id }),
        order: orderingOf(ordering, reportOrderFields, [{ field: 'id', descending: true }]),
      })
      return listEnvelope(request.query, itemCount, objects)
    },
  )

  app.post(
    '/api/reports',
    {
      config: { access: 'reports' },
      preValidation: typedForms(typeReport),
      schema: {
        summary: 'Make a report of a query or a dashboard',
        description: 'It is made in the background, with the rights of the caller, who needs `search`, too.',
        body: named(NewReport),
        response: { 202: named(ShortReport) },
        faults: ['conflict', 'overloaded', ...queryFaults],
      },
    },
    async (request, reply) =>
      reply.code(202).send(await reports.create(authorFor(request, desk), request.body)),
  )

  app.get(
    '/api/reports/:id',
    {
      config: { access: 'reports', exists: find },
      schema: { summary: 'One report', params: ObjectId, response: { 200: named(ShortReport) } },
    },
    find,
  )

  app.delete(
    '/api/reports/:id',
    {
      config: { access: 'reports', exists: find },
      schema: {
        summary: 'Delete a report and its file; one that is being made ends',
        params: ObjectId,
        response: { 204: noContent },
      },
    },
    async (request, reply) => {
      await reports.remove(reportViewerFor(request), request.params.id)
      return reply.code(204).send()
    },
  )

  fileRoute(app, reports)
  scheduleRoutes(app, deps)
}
