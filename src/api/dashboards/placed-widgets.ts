import { Type } from 'typebox'
import { Widget, WidgetDraft } from '../../schema/widget.ts'
import type { App } from '../app.ts'
import { ObjectId, objectIdOf } from '../http/path-parameters.ts'
import { noContent, refTo } from '../http/schemas.ts'
import type { DashboardDeps } from './deps.ts'
import { editorOf, queryFaults, viewerOf } from './editor.ts'

/** Adds widgets to a dashboard and removes them. */
export function placedWidgetRoutes(app: App, { dashboards, queryService }: DashboardDeps): void {
  const config = {
    exists: (request: Parameters<typeof viewerOf>[0]) =>
      dashboards.checkWritable(viewerOf(request), objectIdOf(request)),
  }

  app.post(
    '/api/dashboards/:id/widgets',
    {
      config,
      schema: {
        summary: 'Put a new widget on a dashboard',
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
        summary: 'Take widgets off a dashboard; one that is on none any more is removed',
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
      await dashboards.removeWidgets(viewerOf(request), request.params.id, request.query.widget_id)
      return reply.code(204).send()
    },
  )
}
