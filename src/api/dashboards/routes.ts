import { Type } from 'typebox'
import type { Dashboards } from '../../metadata/dashboards/dashboards.ts'
import type { TemplateFolder } from '../../metadata/dashboards/template-folder.ts'
import type { QueryDesk } from '../../query/desk.ts'
import { Dashboard, DashboardDraft, DashboardExport, DashboardPatch } from '../../schema/dashboard.ts'
import type { App } from '../app.ts'
import { listEnvelope, Page } from '../http/lists.ts'
import { ObjectId, objectIdOf } from '../http/object-id.ts'
import { named, noContent } from '../http/shapes.ts'
import { typeDashboard, typedForms } from '../http/typed-forms.ts'
import { createRoute } from './create.ts'
import { editorFor, queryFaults, viewerFor } from './editor.ts'
import { exportFlag, shelfListOf, shelfQuery, titlePattern } from './list-query.ts'
import { placedWidgetRoutes } from './placed-widgets.ts'
import { templateRoutes } from './templates.ts'

/** What these routes need of metadata and queries. */
export interface DashboardDeps {
  dashboards: Pick<Dashboards, keyof Dashboards>
  templates: Pick<TemplateFolder, 'list' | 'read' | 'write'>
  desk: Pick<QueryDesk, 'validate'>
}

const ListQuery = Type.Object({
  ...shelfQuery,
  title__iregex: titlePattern,
  owner: Type.Array(Type.Integer(), {
    default: [],
    maxItems: 1_000,
    description: 'Of any of these users; ids, comma-separated',
  }),
})

const Shown = Type.Union([named(Dashboard), named(DashboardExport)])

/** Dashboards of the caller, public ones, and for a holder of manage_dashboards those of everybody. */
export function dashboardRoutes(app: App, deps: DashboardDeps): void {
  const { dashboards, desk } = deps
  for (const shape of [Dashboard, DashboardDraft, DashboardExport, DashboardPatch]) app.addSchema(shape)

  app.get(
    '/api/dashboards',
    {
      compress: {},
      schema: { summary: 'Dashboards', querystring: ListQuery, response: { 200: Page(Shown) } },
    },
    async request => {
      const viewer = viewerFor(request)
      const list = shelfListOf(request.query)
      if (request.query.export) {
        const { objects, itemCount } = await dashboards.exportList(viewer, list)
        return listEnvelope(request.query, itemCount, objects)
      }
      const { objects, itemCount } = await dashboards.list(viewer, list)
      return listEnvelope(request.query, itemCount, objects)
    },
  )

  createRoute(app, deps)

  app.get(
    '/api/dashboards/:id',
    {
      compress: {},
      config: { exists: request => dashboards.get(viewerFor(request), objectIdOf(request)) },
      schema: {
        summary: 'One dashboard',
        params: ObjectId,
        querystring: Type.Object({ export: exportFlag }),
        response: { 200: Shown },
      },
    },
    async request => {
      const viewer = viewerFor(request)
      const { id } = request.params
      return request.query.export ? dashboards.export(viewer, id) : dashboards.get(viewer, id)
    },
  )

  const changing = {
    config: {
      exists: (request: Parameters<typeof viewerFor>[0]) =>
        dashboards.refuseWrite(viewerFor(request), objectIdOf(request)),
    },
  }

  app.patch(
    '/api/dashboards/:id',
    {
      ...changing,
      preValidation: typedForms(typeDashboard),
      schema: {
        summary: 'Change a dashboard',
        faults: queryFaults,
        params: ObjectId,
        body: named(DashboardPatch),
        response: { 200: named(Dashboard) },
      },
    },
    async request => dashboards.update(editorFor(request, desk), request.params.id, request.body),
  )

  app.put(
    '/api/dashboards/:id',
    {
      ...changing,
      preValidation: typedForms(typeDashboard),
      schema: {
        summary: 'Replace a dashboard and its widgets',
        faults: queryFaults,
        params: ObjectId,
        needsBody: true,
        body: named(DashboardDraft),
        response: { 200: named(Dashboard) },
      },
    },
    async request => dashboards.replace(editorFor(request, desk), request.params.id, request.body),
  )

  app.delete(
    '/api/dashboards/:id',
    {
      ...changing,
      schema: { summary: 'Remove a dashboard', params: ObjectId, response: { 204: noContent } },
    },
    async (request, reply) => {
      await dashboards.remove(viewerFor(request), request.params.id)
      return reply.code(204).send()
    },
  )

  app.delete(
    '/api/dashboards',
    {
      schema: {
        summary: 'Remove several dashboards: all of them or none',
        querystring: Type.Object({
          id: Type.Array(Type.Integer(), {
            minItems: 1,
            maxItems: 1_000,
            description: 'Ids, comma-separated',
          }),
        }),
        response: { 204: noContent },
        faults: ['permission_denied', 'not_found'],
      },
    },
    async (request, reply) => {
      await dashboards.removeAll(viewerFor(request), request.query.id)
      return reply.code(204).send()
    },
  )

  placedWidgetRoutes(app, deps)
  templateRoutes(app, deps)
}
