import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  ReportSchedule,
  ReportScheduleDraft,
  ReportSchedulePatch,
  ShortReport,
  scheduleOrderFields,
} from '../../schema/report.ts'
import type { App } from '../app.ts'
import { queryFaults } from '../dashboards/editor.ts'
import { listQuery, offsetAndLimit, Page, pageAnswer, parseOrdering } from '../http/lists.ts'
import { ObjectId, objectIdOf } from '../http/object-id.ts'
import { noContent, refTo } from '../http/schemas.ts'
import { typedForms, typeReport } from '../http/typed-forms.ts'
import { authorOf, reportViewerOf } from './author.ts'
import type { ReportDeps } from './routes.ts'

const ListQuery = Type.Object({
  ...listQuery,
  show_all: Type.Boolean({ default: false, description: 'Also those of others; needs manage_reports' }),
})

const answer = { 200: refTo(ReportSchedule) }
const rights = 'Its reports are made with the rights of its owner, who needs `search`, too.'

/** Schedules of the caller, and for a holder of manage_reports those of everybody. */
export function scheduleRoutes(app: App, { reports, queryService }: ReportDeps): void {
  for (const shape of [ReportSchedule, ReportScheduleDraft, ReportSchedulePatch]) app.addSchema(shape)
  const find = (request: FastifyRequest) => reports.schedule(reportViewerOf(request), objectIdOf(request))
  const config = { access: 'reports', exists: find } as const

  app.get(
    '/api/reports-schedules',
    {
      compress: {},
      config: { access: 'reports' },
      schema: {
        summary: 'Schedules of reports',
        querystring: ListQuery,
        response: { 200: Page(refTo(ReportSchedule)) },
      },
    },
    async request => {
      const { ordering, show_all } = request.query
      const { objects, itemCount } = await reports.schedules(reportViewerOf(request), {
        ...offsetAndLimit(request.query),
        showAll: show_all,
        order: parseOrdering(ordering, scheduleOrderFields, [{ field: 'id', descending: true }]),
      })
      return pageAnswer(request.query, itemCount, objects)
    },
  )

  app.post(
    '/api/reports-schedules',
    {
      config: { access: 'reports' },
      preValidation: typedForms(typeReport),
      schema: {
        summary: 'Make a schedule',
        description: rights,
        body: refTo(ReportScheduleDraft),
        response: { 201: refTo(ReportSchedule) },
        faults: ['conflict', ...queryFaults],
      },
    },
    async (request, reply) =>
      reply.code(201).send(await reports.createSchedule(authorOf(request, queryService), request.body)),
  )

  app.get(
    '/api/reports-schedules/:id',
    { config, schema: { summary: 'One schedule', params: ObjectId, response: answer } },
    find,
  )

  app.patch(
    '/api/reports-schedules/:id',
    {
      config,
      preValidation: typedForms(typeReport),
      schema: {
        summary: 'Change a schedule; what it asks and whom it is mailed to: its owner alone',
        params: ObjectId,
        body: refTo(ReportSchedulePatch),
        response: answer,
        faults: queryFaults,
      },
    },
    async request => reports.updateSchedule(authorOf(request, queryService), request.params.id, request.body),
  )

  app.put(
    '/api/reports-schedules/:id',
    {
      config,
      preValidation: typedForms(typeReport),
      schema: {
        summary: 'Replace a schedule; what it asks and whom it is mailed to: its owner alone',
        params: ObjectId,
        body: refTo(ReportScheduleDraft),
        response: answer,
        faults: queryFaults,
      },
    },
    async request =>
      reports.replaceSchedule(authorOf(request, queryService), request.params.id, request.body),
  )

  app.delete(
    '/api/reports-schedules/:id',
    {
      config,
      schema: {
        summary: 'Delete a schedule; its reports stay',
        params: ObjectId,
        response: { 204: noContent },
      },
    },
    async (request, reply) => {
      await reports.removeSchedule(reportViewerOf(request), request.params.id)
      return reply.code(204).send()
    },
  )

  app.post(
    '/api/reports-schedules/:id/run',
    {
      config,
      schema: {
        summary: 'Make a report of a schedule now, whenever it runs next',
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
