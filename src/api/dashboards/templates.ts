import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { describeEntry } from '../../metadata/audit/pending-entry.ts'
import { Fault } from '../../schema/fault.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { readerOf } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { ObjectId, objectIdOf } from '../http/path-parameters.ts'
import { noContent, refTo } from '../http/schemas.ts'
import { coerce } from '../http/validation/coerce.ts'
import { Page, pageOfArray, pageQuery } from '../http/validation/lists.ts'
import type { DashboardDeps } from './deps.ts'

const TemplatePath = Type.Object(
  {
    path: Type.String({
      title: 'Path',
      description: 'Path in the template folder; ends in .json or .yaml',
      minLength: 1,
      maxLength: 1_000,
    }),
  },
  { $id: 'DashboardTemplatePath', additionalProperties: false },
)

/** The same in a query string, where unknown parameters are ignored. */
const TemplatePathQuery = Type.Object(TemplatePath.properties)

const ListedTemplate = Type.Object({
  path: Type.String(),
  title: Type.String(),
  read_only: Type.Boolean({ description: 'Whether the caller may not remove it' }),
})

const WriteQuery = Type.Object({
  overwrite: Type.Boolean({
    default: false,
    description: 'Replace an existing template; needs manage_dashboards',
  }),
})

/**
 * Dashboards as files in the template folder. Writing a template requires the right to change the dashboard;
 * all users may use it. Overwriting requires manage_dashboards; the template keeps its author. Removing
 * requires manage_dashboards or being the author.
 */
export function templateRoutes(app: App, { dashboards, templates, templateOwners }: DashboardDeps): void {
  app.addSchema(TemplatePath)

  app.post(
    '/api/dashboards/:id/templates',
    {
      config: { exists: request => requireWritable(request, objectIdOf(request)) },
      schema: {
        summary: 'Save a dashboard as a template',
        faults: ['conflict', 'permission_denied'],
        params: ObjectId,
        querystring: WriteQuery,
        body: refTo(TemplatePath),
        response: { 200: refTo(TemplatePath) },
      },
    },
    async request => {
      const viewer = readerOf(request)
      const { id } = request.params
      const { path } = request.body
      await requireWritable(request, id)
      const pathsBefore = await templates.paths()
      if (!viewer.managesDashboards) await templateOwners.requireRoom(viewer.userId, pathsBefore)
      await templates.write(path, await dashboards.export(viewer, id), request.query.overwrite)
      if (!pathsBefore.includes(path)) await templateOwners.set(path, viewer.userId, [...pathsBefore, path])
      return { path }
    },
  )

  /** Throws not_found or permission_denied if the caller may not save this dashboard, or not overwrite. */
  async function requireWritable(request: FastifyRequest, id: number): Promise<void> {
    const viewer = readerOf(request)
    await dashboards.checkWritable(viewer, id)
    // After an invalid body the query is not validated yet, but a 403 takes precedence over that 400.
    const query = coerce(WriteQuery, request.query)
    if (isObject(query) && query.overwrite === true && !viewer.managesDashboards) {
      throw new Fault('permission_denied', { detail: 'Replacing a template requires manage_dashboards.' })
    }
  }

  app.delete(
    '/api/dashboard-templates',
    {
      schema: {
        summary: 'Remove a template; only its author and users with manage_dashboards may',
        querystring: TemplatePathQuery,
        response: { 204: noContent },
        faults: ['permission_denied', 'not_found'],
      },
    },
    async (request, reply) => {
      const { path } = request.query
      describeEntry({ title: path })
      if (!(await templates.paths()).includes(path)) throw new Fault('not_found')
      const viewer = readerOf(request)
      if (!viewer.managesDashboards && (await templateOwners.ownerOf(path)) !== viewer.userId)
        throw new Fault('permission_denied', {
          detail: 'Only its author, or a user with manage_dashboards, may remove a template.',
        })
      await templates.remove(path)
      await templateOwners.remove(path)
      return reply.code(204).send()
    },
  )

  app.get(
    '/api/dashboard-templates',
    {
      schema: {
        summary: 'Templates for new dashboards',
        querystring: Type.Object(pageQuery),
        response: { 200: Page(ListedTemplate) },
      },
    },
    async request => {
      const { managesDashboards, userId } = readerOf(request)
      const [list, own] = await Promise.all([templates.list(), templateOwners.ownedBy(userId)])
      const listed = list.map(({ path, title }) => ({
        path,
        title,
        read_only: !managesDashboards && !own.has(path),
      }))
      return pageOfArray(request.query, listed)
    },
  )
}
