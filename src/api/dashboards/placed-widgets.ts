import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Widget, WidgetDraft } from '../../schema/dashboards/widget.ts'
import { readerOf } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { ObjectId, objectIdOf } from '../http/path-parameters.ts'
import { noContent, refTo } from '../http/schemas.ts'
import type { DashboardDeps } from './deps.ts'
import { editorOf, queryFaults } from './editor.ts'

/** Routes that add widgets to a dashboard and remove them. */
export function placedWidgetRoutes(app: App, { dashboards, queryService }: DashboardDeps): void {
  const config = {
    exists: (request: FastifyRequest) => dashboards.checkWritable(readerOf(request), objectIdOf(request)),
  }

  app.post(
    '/api/dashboards/:id/widgets',
    {
      config,
      schema: {
        summary: 'Add a new widget to a dashboard',
        faults: [...queryFaults, 'conflict'],
        params: ObjectId,
        body: refTo(WidgetDraft),
        response: { 200: refTo(Widget) },
      },
    },
    async request => dashboards.addWidget(editorOf(request, queryService), request.params.id, request.body),
  )

  app.delete(
    '/api/dashboards/:id/widgets',
    {
      config,
      schema: {
        summary: 'Remove widgets from a dashboard; widgets that are on no other dashboard are deleted',
        params: ObjectId,
        querystring: Type.Object({
          widget_id: Type.Optional(
            Type.Array(Type.Integer(), {
              minItems: 1,
              maxItems: 1_000,
              description: 'Only these; ids, comma-separated',
            }),
          ),
        }),
        response: { 204: noContent },
      },
    },
    async (request, reply) => {
      await dashboards.removeWidgets(readerOf(request), request.params.id, request.query.widget_id)
      return reply.code(204).send()
    },
  )
}
