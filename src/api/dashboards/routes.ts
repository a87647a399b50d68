import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  Dashboard,
  DashboardDraft,
  DashboardExport,
  DashboardPatch,
  maxImported,
} from '../../schema/dashboards/dashboard.ts'
import { dashboardOrderFields, Widget, WidgetDraft } from '../../schema/dashboards/widget.ts'
import { Fault, fieldFault } from '../../schema/fault.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { readerOf } from '../auth/access.ts'
import { isScopedDashboard } from '../auth/scope.ts'
import type { App } from '../http/app.ts'
import { ObjectId, objectIdOf } from '../http/path-parameters.ts'
import { noContent, refTo } from '../http/schemas.ts'
import { idList } from '../http/validation/lists.ts'
import { type BodyCompiler, compilerOf, oneOrMany } from '../http/validation/one-or-many.ts'
import { parameterFault } from '../http/validation/validation.ts'
import { objectId } from '../resources/resource.ts'
import { resourceRoutes } from '../resources/resource-routes.ts'
import type { DashboardDeps } from './deps.ts'
import { editorOf, queryFaults } from './editor.ts'
import { dashboardListQuery, exportFlag, parseListQuery, titlePattern } from './list-query.ts'
import { TemplateReads } from './template-reads.ts'
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
      faults: ['conflict', ...queryFaults],
      body: DashboardPatch,
      run: (id, patch, editor) => dashboards.update(editor, id, patch),
    },
    replace: {
      summary: 'Replace a dashboard and its widgets',
      faults: ['conflict', ...queryFaults],
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

const SingleDraft = refTo(DashboardDraft)
const DraftList = Type.Array(refTo(DashboardDraft), { maxItems: maxImported })
const DraftBody = Type.Union([SingleDraft, DraftList])

const CreateQuery = Type.Object({
  source_id: Type.Optional(
    Type.Integer({ description: 'Id of a dashboard to clone; the body may be left out' }),
  ),
  clone_widgets: Type.Boolean({
    default: false,
    description: 'When cloning, clone the widgets instead of attaching them read-only',
  }),
  template: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: 'Path of the template to create it from; the body may be left out',
    }),
  ),
})

/** POST /api/dashboards: creates from one or several bodies, from another dashboard, or from a template. */
function createDashboardRoute(app: App, { dashboards, templates, queryService }: DashboardDeps): void {
  const validateTemplate = templateChecker(app)
  const reads = new TemplateReads()
  app.post(
    '/api/dashboards',
    {
      validatorCompiler: oneOrMany(app, SingleDraft, DraftList),
      schema: {
        summary: 'Create a dashboard, import several (all or none), clone one, or create one from a template',
        faults: ['range_too_deep', 'not_found', 'conflict'],
        querystring: CreateQuery,
        body: DraftBody,
        response: { 201: Type.Union([refTo(Dashboard), Type.Array(refTo(Dashboard))]) },
      },
    },
    async (request, reply) => {
      const { source_id, clone_widgets, template } = request.query
      const { body } = request
      const editor = editorOf(request, queryService)
      reply.code(201)
      if (Array.isArray(body)) {
        if (source_id !== undefined || template !== undefined) {
          throw fieldFault('non_field_errors', 'Expected one object, not a list.')
        }
        const faultPrefix = (index: number) => `[${index}].`
        return dashboards.create(editor, body, faultPrefix)
      }
      if (source_id !== undefined && template !== undefined) {
        throw parameterFault({ template: 'Give source_id or template, not both.' })
      }
      if (source_id !== undefined) {
        return dashboards.clone(editor, source_id, { cloneWidgets: clone_widgets, draft: body })
      }
      if (template !== undefined) {
        const content = await reads.run(editor.userId, () => templates.read(template))
        const [created] = await dashboards.createFromTemplate(editor, validateTemplate(content), body)
        return created
      }
      const [created] = await dashboards.create(editor, [body])
      return created
    },
  )
}

/** Makes a function that validates the content of a template, and throws a 400 naming `template`. */
function templateChecker(app: App): (content: unknown) => DashboardDraft {
  let check: ReturnType<BodyCompiler> | undefined
  return content => {
    // Compiled at the first use, when all schemas are registered: schemas refer to each other.
    check ??= compilerOf(app)({ schema: SingleDraft, method: 'POST', url: '', httpPart: 'body' })
    const result: unknown = isObject(content) ? check(content) : undefined
    // Validated by the schema of DashboardDraft.
    if (isObject(result) && 'value' in result) return result.value as DashboardDraft
    const fault = isObject(result) ? result.error : undefined
    const fields = fault instanceof Fault ? (fault.fields ?? {}) : {}
    const why = Object.entries(fields).map(([place, messages]) => `${place}: ${messages.join(' ')}`)
    throw parameterFault({ template: `The file does not hold one dashboard. ${why.join(' ')}`.trim() })
  }
}
