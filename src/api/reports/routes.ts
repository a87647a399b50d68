import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { QueryService } from '../../query/query-service.ts'
import type { ReportService } from '../../reports/report-service.ts'
import { NewReport, reportOrderFields, ShortReport } from '../../schema/report.ts'
import type { App } from '../app.ts'
import { queryFaults } from '../dashboards/editor.ts'
import { listQuery, offsetAndLimit, Page, pageAnswer, parseOrdering } from '../http/lists.ts'
import { ObjectId, objectIdOf } from '../http/object-id.ts'
import { noContent, refTo } from '../http/schemas.ts'
import { typedForms, typeReport } from '../http/typed-forms.ts'
import { authorOf, reportViewerOf } from './author.ts'
import { fileRoute } from './file.ts'
import { scheduleRoutes } from './schedule-routes.ts'

/** What these routes need of reports and queries. */
export interface ReportDeps {
  reports: Pick<ReportService, keyof ReportService>
  queryService: Pick<QueryService, 'validate'>
}

const ListQuery = Type.Object({
  ...listQuery,
  show_all: Type.Boolean({ default: false, description: 'Also those of others; needs manage_reports' }),
  schedule_id: Type.Optional(Type.Integer({ minimum: 1, description: 'Made by this schedule' })),
})

/** Reports of the caller, and for a holder of manage_reports those of everybody; their schedules. */
export function reportRoutes(app: App, deps: ReportDeps): void {
  const { reports, queryService } = deps
  for (const shape of [ShortReport, NewReport]) app.addSchema(shape)
  const find = (request: FastifyRequest) => reports.get(reportViewerOf(request), objectIdOf(request))

  app.get(
    '/api/reports',
    {
      compress: {},
      config: { access: 'reports' },
      schema: {
        summary: 'Generated reports',
        querystring: ListQuery,
        response: { 200: Page(refTo(ShortReport)) },
      },
    },
    async request => {
      const { ordering, show_all, schedule_id } = request.query
      const { objects, itemCount } = await reports.list(reportViewerOf(request), {
        ...offsetAndLimit(request.query),
        showAll: show_all,
        ...(schedule_id === undefined ? {} : { scheduleId: schedule_id }),
        order: parseOrdering(ordering, reportOrderFields, [{ field: 'id', descending: true }]),
      })
      return pageAnswer(request.query, itemCount, objects)
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
        body: refTo(NewReport),
        response: { 202: refTo(ShortReport) },
        faults: ['conflict', 'overloaded', ...queryFaults],
      },
    },
    async (request, reply) =>
      reply.code(202).send(await reports.create(authorOf(request, queryService), request.body)),
  )

  app.get(
    '/api/reports/:id',
    {
      config: { access: 'reports', exists: find },
      schema: { summary: 'One report', params: ObjectId, response: { 200: refTo(ShortReport) } },
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
      await reports.remove(reportViewerOf(request), request.params.id)
      return reply.code(204).send()
    },
  )

  fileRoute(app, reports)
  scheduleRoutes(app, deps)
}
