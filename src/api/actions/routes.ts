import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { ActionHistory, HistoryOptions } from '../../metadata/triggers/action-history.ts'
import type { HostVisibility } from '../../query/host-visibility.ts'
import {
  ActionRetries,
  ActionRun,
  type RunKind,
  type RunOrderField,
  type RunStatus,
  runKinds,
  runOrderFields,
  runStatuses,
} from '../../schema/triggers/action-run.ts'
import type { App } from '../http/app.ts'
import { ObjectId, objectIdOf } from '../http/path-parameters.ts'
import { refTo } from '../http/schemas.ts'
import { idList, type ListPage } from '../http/validation/lists.ts'
import { objectId } from '../resources/resource.ts'
import { resourceRoutes } from '../resources/resource-routes.ts'
import { triggerViewer } from '../triggers/author.ts'

export interface ActionDeps {
  actionHistory: Pick<ActionHistory, keyof ActionHistory>
  visibility: HostVisibility
  /** Lets the action queue check for new actions. */
  wakeActions?: (() => void) | undefined
}

const access = 'triggers'
const unixSeconds = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 9_000_000_000, description }))

const filterQuery = {
  trigger: idList('Only actions of these triggers'),
  kind: Type.Array(Type.Enum([...runKinds]), {
    default: [],
    maxItems: runKinds.length,
    description: 'Only actions of these kinds, comma-separated',
  }),
  status: Type.Array(Type.Enum([...runStatuses]), {
    default: [],
    maxItems: runStatuses.length,
    description: 'Only actions with these statuses, comma-separated',
  }),
  event: Type.Optional(Type.String({ pattern: '^[0-9]{1,16}$', description: '`_id` of the event' })),
  since: unixSeconds('Created at or after; Unix seconds'),
  until: unixSeconds('Created before; Unix seconds'),
  text: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: 'Text in the name of the trigger, the key or the result, ignoring the case of A to Z',
    }),
  ),
}

interface FilterRequest {
  trigger: readonly number[]
  kind: readonly RunKind[]
  status: readonly RunStatus[]
  event?: string
  since?: number
  until?: number
  text?: string
}

/** The history of triggers' actions, and re-queuing failed ones. */
export function actionRoutes(app: App, { actionHistory, visibility, wakeActions }: ActionDeps): void {
  const viewerOf = triggerViewer(visibility)

  resourceRoutes(app, {
    path: '/api/actions',
    key: objectId,
    access,
    caller: viewerOf,
    item: ActionRun,
    list: {
      summary: 'Actions of triggers: done, running and waiting',
      description: 'Only actions of triggers and of hosts that the caller may see.',
      orderBy: runOrderFields,
      compress: true,
      query: filterQuery,
      run: (page, viewer, query) => actionHistory.list(viewer, listOptions(page, query)),
    },
    get: {
      summary: 'One action, with the answer of its receiver or the output of its script',
      run: (id, viewer) => actionHistory.get(viewer, id),
    },
  })

  app.post(
    '/api/actions/:id/retry',
    {
      config: {
        access,
        exists: (request: FastifyRequest) =>
          actionHistory.checkWritable(viewerOf(request), objectIdOf(request)),
      },
      schema: {
        summary: 'Send an action again that is dead, failed, suppressed or waiting for a retry',
        faults: ['conflict'],
        params: ObjectId,
        response: { 200: refTo(ActionRun) },
      },
    },
    async request => {
      const run = await actionHistory.retry(viewerOf(request), request.params.id)
      wakeActions?.()
      return run
    },
  )

  app.addSchema(ActionRetries)
  app.post(
    '/api/actions/retry',
    {
      config: { access },
      schema: {
        summary: 'Send several actions again',
        description:
          'Skips actions that the caller may not send again, and actions that cannot be sent again.',
        needsBody: true,
        body: refTo(ActionRetries),
        response: { 200: Type.Object({ retried: Type.Integer() }) },
      },
    },
    async request => {
      const retriedIds = await actionHistory.retryAll(viewerOf(request), request.body.ids)
      wakeActions?.()
      return { retried: retriedIds.length }
    },
  )
}

function listOptions(
  page: ListPage<RunOrderField>,
  { trigger, kind, status, event, since, until, text }: FilterRequest,
): HistoryOptions {
  return {
    ...page,
    triggers: trigger,
    kinds: kind,
    statuses: status,
    ...(event !== undefined && { eventId: Number(event) }),
    ...(since !== undefined && { since: Math.round(since * 1_000_000) }),
    ...(until !== undefined && { until: Math.round(until * 1_000_000) }),
    ...(text !== undefined && { text }),
  }
}
