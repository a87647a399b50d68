import type { FastifyRequest, FastifySchema } from 'fastify'
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { describeEntry, hasEntry } from '../../metadata/audit/pending-entry.ts'
import { changedMembers, objectOf } from '../audit/describe.ts'
import type { App } from '../http/app.ts'
import { noContent, refTo } from '../http/schemas.ts'
import { type ListPage, listQuery, Page, type PageRequest, pagedList } from '../http/validation/lists.ts'
import type { BodyOperation, ChangeOperation, Operation, Resource } from './resource.ts'

/**
 * Registers the routes of a resource. Lists are paged and sorted, a change answers the changed object, and a
 * body member that clients may not set is a 400 naming it.
 */
export function resourceRoutes<
  Caller,
  Key,
  Item extends TSchema,
  Field extends string,
  ListQuery extends TProperties,
  GetQuery extends TProperties,
  Draft extends TSchema,
  Patch extends TSchema,
  Replacement extends TSchema,
  Shown extends TSchema = Item,
>(
  app: App,
  resource: Resource<Caller, Key, Item, Shown, Field, ListQuery, GetQuery, Draft, Patch, Replacement>,
): void {
  const { path, key, access, caller, list, create, get, checkWritable } = resource
  const { params } = key
  const itemPath = `${path}/:${key.name}`
  const item = refTo(resource.item)
  const shownItem: TSchema = resource.shown ?? item
  const exists = (request: FastifyRequest) => get.run(key.read(request), caller(request), {})
  const requireWritable = (request: FastifyRequest) =>
    checkWritable === undefined ? exists(request) : checkWritable(key.read(request), caller(request))

  /** The object before a change, for the audit log. Errors are left to the change, which reports its own. */
  const readStored = async (request: FastifyRequest) =>
    hasEntry() ? await exists(request).catch(() => undefined) : undefined

  const bodies = [create, resource.patch, resource.replace].flatMap(operation => operation?.body ?? [])
  for (const schema of new Set<TSchema>([resource.item, ...bodies])) app.addSchema(schema)

  if (list !== undefined) {
    const querystring = Type.Object({ ...listQuery, ...list.query })
    const schema: FastifySchema = { ...described(list), querystring, response: { 200: Page(shownItem) } }
    app.get(path, { ...(list.compress && { compress: {} }), config: { access }, schema }, async request => {
      // Validated by `querystring`.
      const query = request.query as PageRequest & Static<TObject<ListQuery>>
      const { clientGone } = request
      const read = (page: ListPage<Field>) => list.run(page, caller(request), query)
      return pagedList(query, list.orderBy, read, clientGone, list.ascending)
    })
  }

  if (create !== undefined) {
    const { status } = create
    const schema: FastifySchema = { ...bodySchema(create), response: { [status]: item } }
    const config = { access, ...(create.maxBodyBytes && { bodyLimit: create.maxBodyBytes }) }
    app.post(
      path,
      { ...(create.preValidation && { preValidation: create.preValidation }), config, schema },
      async (request, reply) => {
        // Validated by `schema`.
        const body = request.body as Static<Draft>
        resource.checkBody?.(body, caller(request))
        const created = await create.run(body, caller(request))
        await resource.afterChange?.()
        return reply.code(status).send(created)
      },
    )
  }

  const getSchema: FastifySchema = {
    ...described(get),
    params,
    ...(get.query && { querystring: Type.Object(get.query) }),
    response: { 200: shownItem },
  }
  app.get(
    itemPath,
    {
      ...(get.compress && { compress: {} }),
      config: { access, exists, ...(get.isInScope && { isInScope: get.isInScope }) },
      schema: getSchema,
    },
    async request => {
      // Validated by `getSchema`.
      const query = request.query as Static<TObject<GetQuery>>
      return get.run(key.read(request), caller(request), query)
    },
  )

  const changeRoute = <Body extends Patch | Replacement>(
    method: 'PATCH' | 'PUT',
    operation: ChangeOperation<Caller, Key, Static<Item>, Body> | undefined,
  ) => {
    if (operation === undefined) return
    const schema: FastifySchema = { ...bodySchema(operation), params, response: { 200: item } }
    const config = {
      access,
      exists: requireWritable,
      ...(operation.maxBodyBytes && { bodyLimit: operation.maxBodyBytes }),
    }
    app.route({
      method,
      url: itemPath,
      ...(operation.preValidation && { preValidation: operation.preValidation }),
      config,
      schema,
      handler: async request => {
        // Validated by `schema`.
        const body = request.body as Static<Body>
        resource.checkBody?.(body, caller(request))
        const before = await readStored(request)
        const after = await operation.run(key.read(request), body, caller(request))
        await resource.afterChange?.()
        describeEntry({ changes: changedMembers(body, before, after) })
        return after
      },
    })
  }
  changeRoute('PATCH', resource.patch)
  changeRoute('PUT', resource.replace)

  const remove = resource.delete
  if (remove !== undefined) {
    const schema: FastifySchema = { ...described(remove), params, response: { 204: noContent } }
    app.delete(itemPath, { config: { access, exists: requireWritable }, schema }, async (request, reply) => {
      describeEntry(objectOf(await readStored(request)))
      await remove.run(key.read(request), caller(request))
      await resource.afterChange?.()
      return reply.code(204).send()
    })
  }
}

function described({ summary, description, faults }: Operation): FastifySchema {
  return { summary, ...(description && { description }), ...(faults && { faults }) }
}

/** The schema of a body, which must allow only its own members, so that others are refused. */
function bodySchema(operation: BodyOperation<TSchema>): FastifySchema {
  const { body, needsBody } = operation
  if (!('additionalProperties' in body) || body.additionalProperties !== false)
    throw new Error(`the body of "${operation.summary}" allows members that are never read`)
  return { ...described(operation), ...(needsBody && { needsBody }), body: refTo(body) }
}
