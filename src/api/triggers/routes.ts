import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { previewActions } from '../../alerts/actions/preview-actions.ts'
import { fullContent } from '../../metadata/triggers/content.ts'
import type { TriggerListOptions } from '../../metadata/triggers/triggers.ts'
import { fieldFault } from '../../schema/fault.ts'
import { actionKinds } from '../../schema/triggers/action-kinds.ts'
import {
  Trigger,
  TriggerClone,
  TriggerDraft,
  TriggerExport,
  TriggerMove,
  type TriggerOrderField,
  TriggerPatch,
  triggerOrderFields,
} from '../../schema/triggers/trigger.ts'
import { TriggerCondition } from '../../schema/triggers/trigger-condition.ts'
import { ActiveHours, SnmpTarget, TaskTemplate } from '../../schema/triggers/trigger-parts.ts'
import { TriggerPreview, TriggerPreviewRequest } from '../../schema/triggers/trigger-preview.ts'
import { zoneOf } from '../../time/zone.ts'
import { callerOf } from '../auth/access.ts'
import { exportFlag } from '../dashboards/list-query.ts'
import { storeFaults } from '../description/faults.ts'
import { findEventById } from '../events/find-event.ts'
import type { App } from '../http/app.ts'
import { maxFilterBodyBytes } from '../http/bodies/bodies.ts'
import { ObjectId, objectIdOf } from '../http/path-parameters.ts'
import { refTo } from '../http/schemas.ts'
import { idList, type ListPage } from '../http/validation/lists.ts'
import { parameterFault } from '../http/validation/validation.ts'
import { objectId } from '../resources/resource.ts'
import { resourceRoutes } from '../resources/resource-routes.ts'
import { checkDraft, checkPatch, triggerViewer } from './author.ts'
import { costsRoute } from './costs.ts'
import type { TriggerDeps } from './deps.ts'
import { dryRunRoute } from './dry-run.ts'
import { importRoute } from './import.ts'

const access = 'triggers'

/** Triggers: the caller's and public ones; holders of manage_triggers see all. */
export function triggerRoutes(app: App, deps: TriggerDeps): void {
  const { triggers, applyTriggers } = deps
  const viewerOf = triggerViewer(deps.visibility)
  for (const shape of [ActiveHours, SnmpTarget, TaskTemplate, TriggerCondition, TriggerExport])
    app.addSchema(shape)

  resourceRoutes(app, {
    path: '/api/triggers',
    key: objectId,
    access,
    caller: viewerOf,
    item: Trigger,
    shown: Type.Union([refTo(Trigger), refTo(TriggerExport)]),
    list: {
      summary: 'Triggers, in the order of matching',
      description: 'Default order: `order`, in which the first trigger is matched first.',
      orderBy: triggerOrderFields,
      ascending: true,
      compress: true,
      query: triggerListQuery,
      async run(page, viewer, query) {
        const options = listOptions(page, query)
        return query.export ? triggers.exportList(viewer, options) : triggers.list(viewer, options)
      },
    },
    create: {
      summary: 'Create a trigger, above all others',
      faults: ['conflict', 'query_syntax'],
      body: TriggerDraft,
      maxBodyBytes: maxFilterBodyBytes,
      status: 201,
      async run(draft, viewer) {
        await checkDraft(draft, deps)
        return triggers.create(viewer, draft)
      },
    },
    get: {
      summary: 'One trigger',
      query: { export: exportFlag },
      run: (id, viewer, query) => (query.export ? triggers.export(viewer, id) : triggers.get(viewer, id)),
    },
    patch: {
      summary: 'Change a trigger, turn it or one of its actions on or off',
      faults: ['conflict', 'query_syntax'],
      body: TriggerPatch,
      maxBodyBytes: maxFilterBodyBytes,
      async run(id, patch, viewer) {
        await checkPatch(await triggers.get(viewer, id), patch, deps)
        return triggers.update(viewer, id, patch)
      },
    },
    replace: {
      summary: 'Replace a trigger; it keeps its position, counts and notifications',
      faults: ['conflict', 'query_syntax'],
      body: TriggerDraft,
      maxBodyBytes: maxFilterBodyBytes,
      async run(id, draft, viewer) {
        await checkDraft(draft, deps)
        return triggers.replace(viewer, id, draft)
      },
    },
    delete: {
      summary: 'Delete a trigger with its notifications',
      run: (id, viewer) => triggers.remove(viewer, id),
    },
    afterChange: applyTriggers,
    checkWritable: (id, viewer) => triggers.checkWritable(viewer, id),
  })

  app.addSchema(TriggerMove)
  app.post(
    '/api/triggers/:id/move',
    {
      config: {
        access,
        exists: (request: FastifyRequest) => triggers.checkWritable(viewerOf(request), objectIdOf(request)),
      },
      schema: {
        summary: 'Move a trigger in the order of matching',
        params: ObjectId,
        needsBody: true,
        body: refTo(TriggerMove),
        response: { 200: refTo(Trigger) },
      },
    },
    async request => {
      const moved = await triggers.move(viewerOf(request), request.params.id, moveOf(request.body))
      await applyTriggers?.()
      return moved
    },
  )

  app.addSchema(TriggerClone)
  app.post(
    '/api/triggers/:id/clone',
    {
      config: {
        access,
        exists: (request: FastifyRequest) => triggers.get(viewerOf(request), objectIdOf(request)),
      },
      schema: {
        summary: 'Copy a trigger for the caller; the copy is disabled',
        faults: ['conflict'],
        params: ObjectId,
        body: refTo(TriggerClone),
        response: { 201: refTo(Trigger) },
      },
    },
    async (request, reply) => {
      reply.code(201)
      return triggers.clone(viewerOf(request), request.params.id, request.body.name)
    },
  )

  importRoute(app, deps)
  dryRunRoute(app, deps)
  costsRoute(app, deps)
  previewRoute(app, deps)
}

/** Throws validation unless exactly one member gives the destination. */
function moveOf(move: TriggerMove): TriggerMove {
  if (Object.keys(move).length === 1) return move
  throw fieldFault('non_field_errors', 'Expected exactly one of before, after and position.')
}

/** POST /api/triggers/preview: the texts of a trigger's actions for an event. */
function previewRoute(app: App, { store, timezone, publicUrl }: TriggerDeps): void {
  app.addSchema(TriggerPreview)
  app.addSchema(TriggerPreviewRequest)
  app.post(
    '/api/triggers/preview',
    {
      config: { access, allowsReadOnly: true, bodyLimit: maxFilterBodyBytes },
      schema: {
        summary: 'Preview the texts of a trigger’s actions for an event',
        description: 'Mails, webhooks, notes and tasks, as they would be sent. Nothing is sent.',
        needsBody: true,
        body: refTo(TriggerPreviewRequest),
        faults: ['not_found', ...storeFaults],
        response: { 200: refTo(TriggerPreview) },
      },
    },
    async request => {
      const { trigger, event_id } = request.body
      const event = await findEventById(request, event_id, store)
      const content = fullContent({ ...trigger, name: trigger.name ?? '', filter: trigger.filter ?? [] })
      const { user } = callerOf(request)
      const context = {
        event,
        trigger: {
          id: 0,
          name: content.name,
          hitsCount: 1,
          owner: { id: user.id, username: user.username, email: '' },
        },
        count: 1,
        key: null,
        idempotencyKey: '0-0-0',
        zone: zoneOf(timezone),
      }
      return { actions: previewActions(content, context, publicUrl) }
    },
  )
}

const maxNames = 1_000

const triggerListQuery = {
  text: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: 'Text in the name, conditions, note, script or address, ignoring case',
    }),
  ),
  name: Type.Optional(
    Type.String({
      maxLength: 10_000,
      description: 'Only triggers with these names, comma-separated; * and ? are wildcards; ignores case',
    }),
  ),
  action: Type.Array(Type.Enum([...actionKinds]), {
    default: [],
    maxItems: actionKinds.length,
    description: 'Only triggers with these actions, comma-separated',
  }),
  owner: idList('Only triggers of these users'),
  is_active: Type.Optional(Type.Boolean({ description: 'true: only active triggers; false: only others' })),
  is_private: Type.Optional(Type.Boolean({ description: 'true: only private triggers; false: only others' })),
  export: exportFlag,
}
const TriggerListQuery = Type.Object(triggerListQuery)
type TriggerListQuery = Static<typeof TriggerListQuery>

function listOptions(
  page: ListPage<TriggerOrderField>,
  { text, name, action, owner, is_active, is_private }: TriggerListQuery,
): TriggerListOptions {
  return {
    ...page,
    actions: action,
    owners: owner,
    ...(text !== undefined && { text }),
    ...(name !== undefined && { names: parseNames(name) }),
    ...(is_active !== undefined && { isActive: is_active }),
    ...(is_private !== undefined && { isPrivate: is_private }),
  }
}

/**
 * Parses names. Throws a 400 naming the parameter if there are too many: each name is compared with the name
 * of every trigger.
 */
function parseNames(text: string): string[] {
  const names = text.split(',').map(name => name.trim())
  const uniqueNames = [...new Set(names)].filter(name => name !== '')
  if (uniqueNames.length > maxNames)
    throw parameterFault({ name: `Ensure this field has no more than ${maxNames} elements.` })
  return uniqueNames
}
