import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Widgets } from '../../metadata/dashboards/widgets.ts'
import type { QueryService } from '../../query/query-service.ts'
import { Fault } from '../../schema/fault.ts'
import { Widget, WidgetDraft, WidgetExport, WidgetPatch } from '../../schema/widget.ts'
import type { App } from '../app.ts'
import { editorOf, queryFaults, viewerOf } from '../dashboards/editor.ts'
import { dashboardListQuery, exportFlag, parseListQuery } from '../dashboards/list-query.ts'
import { Page, pageAnswer } from '../http/lists.ts'
import { ObjectId, objectIdOf } from '../http/object-id.ts'
import { noContent, refTo } from '../http/schemas.ts'
import { typeConfig, typedForms, typeWidget } from '../http/typed-forms.ts'

/** What these routes need of metadata and queries. */
export interface WidgetDeps {
  widgets: Pick<Widgets, keyof Widgets>
  queryService: Pick<QueryService, 'validate'>
}

const WidgetOrExport = Type.Union([refTo(Widget), refTo(WidgetExport)])

/** Widgets of the caller, and for a holder of manage_widgets those of everybody. They are made on dashboards. */
export function widgetRoutes(app: App, { widgets, queryService }: WidgetDeps): void {
  for (const shape of [Widget, WidgetDraft, WidgetExport, WidgetPatch]) app.addSchema(shape)

  app.get(
    '/api/widgets',
    {
      compress: {},
      schema: {
        summary: 'Widgets',
        querystring: Type.Object(dashboardListQuery),
        response: { 200: Page(WidgetOrExport) },
      },
    },
    async request => {
      const viewer = viewerOf(request)
      const list = parseListQuery(request.query)
      if (request.query.export) {
        const { objects, itemCount } = await widgets.exportList(viewer, list)
        return pageAnswer(request.query, itemCount, objects)
      }
      const { objects, itemCount } = await widgets.list(viewer, list)
      return pageAnswer(request.query, itemCount, objects)
    },
  )

  app.get(
    '/api/widgets/:id',
    {
      config: { exists: request => widgets.get(viewerOf(request), objectIdOf(request)) },
      schema: {
        summary: 'One widget',
        params: ObjectId,
        querystring: Type.Object({ export: exportFlag }),
        response: { 200: WidgetOrExport },
      },
    },
    async request => {
      const viewer = viewerOf(request)
      const { id } = request.params
      return request.query.export ? widgets.export(viewer, id) : widgets.get(viewer, id)
    },
  )

  /** Of a widget that there is; what is wrong with the address is answered once the request is checked. */
  const typeOf = (request: FastifyRequest) =>
    widgets.get(viewerOf(request), objectIdOf(request)).then(
      ({ type }) => type,
      error => {
        if (error instanceof Fault) return undefined
        throw error
      },
    )

  const changing = {
    config: {
      exists: (request: Parameters<typeof viewerOf>[0]) =>
        widgets.checkWritable(viewerOf(request), objectIdOf(request)),
    },
  }

  app.patch(
    '/api/widgets/:id',
    {
      ...changing,
      preValidation: typedForms(async (widget, request) =>
        typeConfig(widget, widget.type ?? (await typeOf(request))),
      ),
      schema: {
        summary: 'Change a widget',
        faults: queryFaults,
        params: ObjectId,
        body: refTo(WidgetPatch),
        response: { 200: refTo(Widget) },
      },
    },
    async request => widgets.update(editorOf(request, queryService), request.params.id, request.body),
  )

  app.put(
    '/api/widgets/:id',
    {
      ...changing,
      preValidation: typedForms(typeWidget),
      schema: {
        summary: 'Replace a widget',
        faults: queryFaults,
        params: ObjectId,
        body: refTo(WidgetDraft),
        response: { 200: refTo(Widget) },
      },
    },
    async request => widgets.replace(editorOf(request, queryService), request.params.id, request.body),
  )

  app.delete(
    '/api/widgets/:id',
    {
      ...changing,
      schema: { summary: 'Remove a widget', params: ObjectId, response: { 204: noContent } },
    },
    async (request, reply) => {
      await widgets.remove(viewerOf(request), request.params.id)
      return reply.code(204).send()
    },
  )
}
