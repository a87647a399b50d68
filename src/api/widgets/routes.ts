import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Widgets } from '../../metadata/dashboards/widgets.ts'
import type { QueryDesk } from '../../query/desk.ts'
import { Fault } from '../../schema/fault.ts'
import { Widget, WidgetDraft, WidgetExport, WidgetPatch } from '../../schema/widget.ts'
import type { App } from '../app.ts'
import { editorFor, queryFaults, viewerFor } from '../dashboards/editor.ts'
import { exportFlag, shelfListOf, shelfQuery } from '../dashboards/list-query.ts'
import { listEnvelope, Page } from '../http/lists.ts'
import { ObjectId, objectIdOf } from '../http/object-id.ts'
import { named, noContent } from '../http/shapes.ts'
import { typeConfig, typedForms, typeWidget } from '../http/typed-forms.ts'

/** What these routes need of metadata and queries. */
export interface WidgetDeps {
  widgets: Pick<Widgets, keyof Widgets>
  desk: Pick<QueryDesk, 'validate'>
}

const Shown = Type.Union([named(Widget), named(WidgetExport)])

/** Widgets of the caller, and for a holder of manage_widgets those of everybody. They are made on dashboards. */
export function widgetRoutes(app: App, { widgets, desk }: WidgetDeps): void {
  for (const shape of [Widget, WidgetDraft, WidgetExport, WidgetPatch]) app.addSchema(shape)

  app.get(
    '/api/widgets',
    {
      compress: {},
      schema: { summary: 'Widgets', querystring: Type.Object(shelfQuery), response: { 200: Page(Shown) } },
    },
    async request => {
      const viewer = viewerFor(request)
      const list = shelfListOf(request.query)
      if (request.query.export) {
        const { objects, itemCount } = await widgets.exportList(viewer, list)
        return listEnvelope(request.query, itemCount, objects)
      }
      const { objects, itemCount } = await widgets.list(viewer, list)
      return listEnvelope(request.query, itemCount, objects)
    },
  )

  app.get(
    '/api/widgets/:id',
    {
      config: { exists: request => widgets.get(viewerFor(request), objectIdOf(request)) },
      schema: {
        summary: 'One widget',
        params: ObjectId,
        querystring: Type.Object({ export: exportFlag }),
        response: { 200: Shown },
      },
    },
    async request => {
      const viewer = viewerFor(request)
      const { id } = request.params
      return request.query.export ? widgets.export(viewer, id) : widgets.get(viewer, id)
    },
  )

  /** Of a widget that there is; what is wrong with the address is answered once the request is checked. */
  const typeOf = (request: FastifyRequest) =>
    widgets.get(viewerFor(request), objectIdOf(request)).then(
      ({ type }) => type,
      error => {
        if (error instanceof Fault) return undefined
        throw error
      },
    )

  const changing = {
    config: {
      exists: (request: Parameters<typeof viewerFor>[0]) =>
        widgets.refuseWrite(viewerFor(request), objectIdOf(request)),
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
        body: named(WidgetPatch),
        response: { 200: named(Widget) },
      },
    },
    async request => widgets.update(editorFor(request, desk), request.params.id, request.body),
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
        body: named(WidgetDraft),
        response: { 200: named(Widget) },
      },
    },
    async request => widgets.replace(editorFor(request, desk), request.params.id, request.body),
  )

  app.delete(
    '/api/widgets/:id',
    {
      ...changing,
      schema: { summary: 'Remove a widget', params: ObjectId, response: { 204: noContent } },
    },
    async (request, reply) => {
      await widgets.remove(viewerFor(request), request.params.id)
      return reply.code(204).send()
    },
  )
}
