import { Type } from 'typebox'
import type { App } from '../app.ts'
import { listEnvelope, Page, pageQuery, windowOf } from '../http/lists.ts'
import { ObjectId, objectIdOf } from '../http/object-id.ts'
import { named } from '../http/shapes.ts'
import { viewerFor } from './editor.ts'
import type { DashboardDeps } from './routes.ts'

const TemplatePath = Type.Object(
  {
    path: Type.String({
      title: 'Path',
      description: 'In the template folder; ends in .json or .yaml',
      minLength: 1,
      maxLength: 1_000,
    }),
  },
  { $id: 'DashboardTemplatePath', additionalProperties: false },
)

/** Dashboards as files in the template folder: written by who may change them, used by everybody. */
export function templateRoutes(app: App, { dashboards, templates }: DashboardDeps): void {
  app.addSchema(TemplatePath)

  app.post(
    '/api/dashboards/:id/templates',
    {
      config: { exists: request => dashboards.refuseWrite(viewerFor(request), objectIdOf(request)) },
      schema: {
        summary: 'Write a dashboard as a template',
        faults: ['conflict'],
        params: ObjectId,
        querystring: Type.Object({
          overwrite: Type.Boolean({ default: false, description: 'Replace a template that is there' }),
        }),
        body: named(TemplatePath),
        response: { 200: named(TemplatePath) },
      },
    },
    async request => {
      const viewer = viewerFor(request)
      const { id } = request.params
      const { path } = request.body
      await dashboards.refuseWrite(viewer, id)
      await templates.write(path, await dashboards.export(viewer, id), request.query.overwrite)
      return { path }
    },
  )

  app.get(
    '/api/dashboard-templates',
    {
      schema: {
        summary: 'Templates for new dashboards',
        querystring: Type.Object(pageQuery),
        response: { 200: Page(Type.Object({ path: Type.String(), title: Type.String() })) },
      },
    },
    async request => {
      const all = await templates.list()
      const { offset, limit } = windowOf(request.query)
      return listEnvelope(request.query, all.length, all.slice(offset, offset + limit))
    },
  )
}
