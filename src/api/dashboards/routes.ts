import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  Dashboard,
  DashboardDraft,
  DashboardExport,
  DashboardPatch,
} from '../../schema/dashboards/dashboard.ts'
import { dashboardOrderFields, Widget, WidgetDraft } from '../../schema/dashboards/widget.ts'
import { readerOf } from '../auth/access.ts'
import { isScopedDashboard } from '../auth/scope.ts'
import type { App } from '../http/app.ts'
import { ObjectId, objectIdOf } from '../http/path-parameters.ts'
import { noContent, refTo } from '../http/schemas.ts'
import { idList } from '../http/validation/lists.ts'
import { objectId } from '../resources/path-key.ts'
import { resourceRoutes } from '../resources/resource-routes.ts'
import { createDashboardRoute } from './create.ts'
import type { DashboardDeps } from './deps.ts'
import { editorOf, queryFaults } from './editor.ts'
import { dashboardListQuery, exportFlag, parseListQuery, titlePattern } from './list-query.ts'
import { templateRoutes } from './templates.ts'

const ids = { minItems: 1, maxItems: 1_000, description: 'Ids, comma-separated' }

/** Dashboards: the caller's and public ones; holders of manage_dashboards see all. */
export function dashboardRoutes(app: App, deps: DashboardDeps): void {
  const { dashboards, queryService } = deps
  app.addSchema(DashboardExport)
  resourceRoutes(app, {
    path: '/api/dashboards',
    key: objectId,
    access: 'user',
    caller: request => editorOf(request, queryService),
    item: Dashboard,
    shown: Type.Union([refTo(Dashboard), refTo(DashboardExport)]),
    list: {
      summary: 'Dashboards',
      compress: true,
      orderBy: dashboardOrderFields,
      query: {
        ...dashboardListQuery,
        title__iregex: titlePattern,
        owner: idList('Only objects of these users'),
      },
      async run(page, viewer, query) {
        const list = parseListQuery(page, query)
        return query.export ? dashboards.exportList(viewer, list) : dashboards.list(viewer, list)
      },
    },
    get: {
      summary: 'One dashboard',
      isInScope: isScopedDashboard,
      compress: true,
      query: { export: exportFlag },
      run: (id, viewer, query) => (query.export ? dashboards.export(viewer, id) : dashboards.get(viewer, id)),
    },
    patch: {
      summary: 'Change a dashboard',
      faults: queryFaults,
      body: DashboardPatch,
      run: (id, patch, editor) => dashboards.update(editor, id, patch),
    },
    replace: {
      summary: 'Replace a dashboard and its widgets',
      faults: queryFaults,
      body: DashboardDraft,
      needsBody: true,
      run: (id, draft, editor) => dashboards.replace(editor, id, draft),
    },
    delete: { summary: 'Remove a dashboard', run: (id, viewer) => dashboards.remove(viewer, id) },
    checkWritable: (id, viewer) => dashboards.checkWritable(viewer, id),
  })
  createDashboardRoute(app, deps)

  app.delete(
    '/api/dashboards',
    {
      schema: {
        summary: 'Remove several dashboards: all of them or none',
        querystring: Type.Object({ id: Type.Array(Type.Integer(), ids) }),
        response: { 204: noContent },
        faults: ['permission_denied', 'not_found'],
      },
    },
    async (request, reply) => {
      await dashboards.removeAll(readerOf(request), request.query.id)
      return reply.code(204).send()
    },
  )

  placedWidgetRoutes(app, deps)
  templateRoutes(app, deps)
}

/** Routes that add widgets to a dashboard and remove them. */
function placedWidgetRoutes(app: App, { dashboards, queryService }: DashboardDeps): void {
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
              description: 'Only these ids, comma-separated',
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
