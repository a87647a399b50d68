import { Type } from 'typebox'
import type { Dashboards } from '../../metadata/dashboards/dashboards.ts'
import type { TemplateFolder } from '../../metadata/dashboards/template-folder.ts'
import type { QueryService } from '../../query/query-service.ts'
import { Dashboard, DashboardDraft, DashboardExport, DashboardPatch } from '../../schema/dashboard.ts'
import type { App } from '../app.ts'
import { Page, pageAnswer } from '../http/lists.ts'
import { ObjectId, objectIdOf } from '../http/object-id.ts'
import { noContent, refTo } from '../http/schemas.ts'
import { typeDashboard, typedForms } from '../http/typed-forms.ts'
import { createDashboardRoute } from './create.ts'
import { editorOf, queryFaults, viewerOf } from './editor.ts'
import { dashboardListQuery, exportFlag, parseListQuery, titlePattern } from './list-query.ts'
import { placedWidgetRoutes } from './placed-widgets.ts'
import { templateRoutes } from './templates.ts'

/** What these routes need of metadata and queries. */
export interface DashboardDeps {
  dashboards: Pick<Dashboards, keyof Dashboards>
  templates: Pick<TemplateFolder, 'list' | 'read' | 'write'>
  queryService: Pick<QueryService, 'validate'>
}

const ListQuery = Type.Object({
  ...dashboardListQuery,
  title__iregex: titlePattern,
  owner: Type.Array(Type.Integer(), {
    default: [],
    maxItems: 1_000,
    description: 'Of any of these users; ids, comma-separated',
  }),
})

const DashboardOrExport = Type.Union([refTo(Dashboard), refTo(DashboardExport)])

/** Dashboards of the caller, public ones, and for a holder of manage_dashboards those of everybody. */
export function dashboardRoutes(app: App, deps: DashboardDeps): void {
  const { dashboards, queryService } = deps
  for (const shape of [Dashboard, DashboardDraft, DashboardExport, DashboardPatch]) app.addSchema(shape)

  app.get(
    '/api/dashboards',
    {
      compress: {},
      schema: { summary: 'Dashboards', querystring: ListQuery, response: { 200: Page(DashboardOrExport) } },
    },
    async request => {
      const viewer = viewerOf(request)
      const list = parseListQuery(request.query)
      if (request.query.export) {
        const { objects, itemCount } = await dashboards.exportList(viewer, list)
        return pageAnswer(request.query, itemCount, objects)
      }
      const { objects, itemCount } = await dashboards.list(viewer, list)
      return pageAnswer(request.query, itemCount, objects)
    },
  )

  createDashboardRoute(app, deps)

  app.get(
    '/api/dashboards/:id',
    {
      compress: {},
      config: { exists: request => dashboards.get(viewerOf(request), objectIdOf(request)) },
      schema: {
        summary: 'One dashboard',
        params: ObjectId,
        querystring: Type.Object({ export: exportFlag }),
        response: { 200: DashboardOrExport },
      },
    },
    async request => {
      const viewer = viewerOf(request)
      const { id } = request.params
      return request.query.export ? dashboards.export(viewer, id) : dashboards.get(viewer, id)
    },
  )

  const changing = {
    config: {
      exists: (request: Parameters<typeof viewerOf>[0]) =>
        dashboards.checkWritable(viewerOf(request), objectIdOf(request)),
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
        body: refTo(DashboardPatch),
        response: { 200: refTo(Dashboard) },
      },
    },
    async request => dashboards.update(editorOf(request, queryService), request.params.id, request.body),
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
        body: refTo(DashboardDraft),
        response: { 200: refTo(Dashboard) },
      },
    },
    async request => dashboards.replace(editorOf(request, queryService), request.params.id, request.body),
  )

  app.delete(
    '/api/dashboards/:id',
    {
      ...changing,
      schema: { summary: 'Remove a dashboard', params: ObjectId, response: { 204: noContent } },
    },
    async (request, reply) => {
      await dashboards.remove(viewerOf(request), request.params.id)
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
      await dashboards.removeAll(viewerOf(request), request.query.id)
      return reply.code(204).send()
    },
  )

  placedWidgetRoutes(app, deps)
  templateRoutes(app, deps)
}
