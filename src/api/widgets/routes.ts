import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Widgets } from '../../metadata/dashboards/widgets.ts'
import type { QueryService } from '../../query/query-service.ts'
import {
  dashboardOrderFields,
  Widget,
  WidgetDraft,
  WidgetExport,
  WidgetPatch,
} from '../../schema/dashboards/widget.ts'
import { Fault } from '../../schema/fault.ts'
import { readerOf } from '../auth/access.ts'
import { editorOf, queryFaults } from '../dashboards/editor.ts'
import { dashboardListQuery, exportFlag, parseListQuery } from '../dashboards/list-query.ts'
import type { App } from '../http/app.ts'
import { FormBody } from '../http/bodies/form.ts'
import { refTo } from '../http/schemas.ts'
import { coerce } from '../http/validation/coerce.ts'
import { paramsSchema } from '../http/validation/open-members.ts'
import { objectId } from '../resources/resource.ts'
import { resourceRoutes } from '../resources/resource-routes.ts'

/** The parts of metadata and queries that these routes use. */
export interface WidgetDeps {
  widgets: Widgets
  queryService: Pick<QueryService, 'validate'>
}

/** Widgets: the caller's; holders of manage_widgets see all. They are created on dashboards. */
export function widgetRoutes(app: App, { widgets, queryService }: WidgetDeps): void {
  app.addSchema(WidgetExport)
  resourceRoutes(app, {
    path: '/api/widgets',
    key: objectId,
    access: 'user',
    caller: request => editorOf(request, queryService),
    item: Widget,
    shown: Type.Union([refTo(Widget), refTo(WidgetExport)]),
    list: {
      summary: 'Widgets',
      compress: true,
      orderBy: dashboardOrderFields,
      query: dashboardListQuery,
      async run(page, viewer, query) {
        const list = parseListQuery(page, query)
        return query.export ? widgets.exportList(viewer, list) : widgets.list(viewer, list)
      },
    },
    get: {
      summary: 'One widget',
      query: { export: exportFlag },
      run: (id, viewer, query) => (query.export ? widgets.export(viewer, id) : widgets.get(viewer, id)),
    },
    patch: {
      summary: 'Change a widget',
      faults: ['conflict', ...queryFaults],
      preValidation: readConfigByStoredType,
      body: WidgetPatch,
      run: (id, patch, editor) => widgets.update(editor, id, patch),
    },
    replace: {
      summary: 'Replace a widget',
      faults: ['conflict', ...queryFaults],
      body: WidgetDraft,
      run: (id, draft, editor) => widgets.replace(editor, id, draft),
    },
    delete: { summary: 'Remove a widget', run: (id, viewer) => widgets.remove(viewer, id) },
    checkWritable: (id, viewer) => widgets.checkWritable(viewer, id),
  })

  /** Coerces the config of a form without `type` by the type of the stored widget. */
  async function readConfigByStoredType(request: FastifyRequest): Promise<void> {
    // Before validation the body may be a FormBody; its declared type applies after validation.
    const body: unknown = request.body
    if (!(body instanceof FormBody) || body.value.type !== undefined || body.value.config === undefined)
      return
    body.value.config = coerce(paramsSchema(await storedType(request)), body.value.config)
  }

  /**
   * Type of the widget that a request changes. undefined when there is none: the operation answers the 404.
   */
  async function storedType(request: FastifyRequest): Promise<string | undefined> {
    try {
      const { type } = await widgets.get(readerOf(request), objectId.read(request))
      return type
    } catch (error) {
      if (error instanceof Fault) return undefined
      throw error
    }
  }
}
