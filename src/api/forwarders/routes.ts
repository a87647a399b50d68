import type { FastifyRequest } from 'fastify'
import { filterFaults } from '../../alerts/triggers/check-trigger.ts'
import { faultOf } from '../../alerts/triggers/trigger-fault.ts'
import { readForwarderRules } from '../../forwarding/session/event-rules.ts'
import type { Forwarders } from '../../metadata/forwarding/forwarders.ts'
import {
  Forwarder,
  ForwarderDraft,
  ForwarderPatch,
  ForwarderTest,
  forwarderOrderFields,
} from '../../schema/forwarding/forwarder.ts'
import { requireAllHosts } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { maxFilterBodyBytes } from '../http/bodies/bodies.ts'
import { ObjectId } from '../http/path-parameters.ts'
import { refTo } from '../http/schemas.ts'
import { objectId } from '../resources/resource.ts'
import { resourceRoutes } from '../resources/resource-routes.ts'

export interface ForwarderDeps {
  forwarders: Pick<Forwarders, 'list' | 'get' | 'create' | 'update' | 'replace' | 'remove' | 'skip'>
  /** Brings changes into force before a change is answered. */
  applyForwarders?: (() => Promise<void>) | undefined
  /** Sends a test event. Throws not_found. Returns why the destination did not take it; undefined: it did. */
  testForwarder?: ((id: number) => Promise<string | undefined>) | undefined
}

/** The end of the message for a condition on a field that changes after arrival, such as `counter`. */
const countedInstead = ': the window of the forwarder counts occurrences.'

/**
 * Destinations to which events are passed on, for holders of manage_forwarders who may see all hosts: a
 * forwarder sends the events of all.
 */
export function forwarderRoutes(
  app: App,
  { forwarders, applyForwarders, testForwarder }: ForwarderDeps,
): void {
  resourceRoutes(app, {
    path: '/api/forwarders',
    key: objectId,
    access: 'manage_forwarders',
    // Only refuses others: the operations below need no caller.
    caller: requireAllHosts,
    item: Forwarder,
    list: {
      summary: 'Forwarders',
      orderBy: forwarderOrderFields,
      run: page => forwarders.list(page),
    },
    create: {
      summary: 'Create a forwarder',
      description: 'It forwards events that arrive from then on.',
      faults: ['conflict', 'query_syntax'],
      body: ForwarderDraft,
      maxBodyBytes: maxFilterBodyBytes,
      status: 201,
      run: draft => forwarders.create(draft),
    },
    get: { summary: 'One forwarder', run: id => forwarders.get(id) },
    patch: {
      summary: 'Change a forwarder',
      description: 'A destination in the body replaces the one before.',
      faults: ['conflict', 'query_syntax'],
      body: ForwarderPatch,
      maxBodyBytes: maxFilterBodyBytes,
      run: (id, patch) => forwarders.update(id, patch),
    },
    replace: {
      summary: 'Replace a forwarder',
      description: 'Secrets that the body leaves out stay if the destination receives at the same place.',
      faults: ['conflict', 'query_syntax'],
      body: ForwarderDraft,
      maxBodyBytes: maxFilterBodyBytes,
      run: (id, draft) => forwarders.replace(id, draft),
    },
    delete: { summary: 'Delete a forwarder', run: id => forwarders.remove(id) },
    afterChange: applyForwarders,
    checkBody: ({ filter = [], rules = [] }) => {
      const faults = filterFaults(filter, 'filter', 'filter', countedInstead)
      if (faults.length > 0) throw faultOf(faults)
      readForwarderRules(rules)
    },
  })

  const exists = async (request: FastifyRequest): Promise<Forwarder> => {
    requireAllHosts(request)
    return await forwarders.get(objectId.read(request))
  }
  const config = { access: 'manage_forwarders', exists } as const
  app.post(
    '/api/forwarders/:id/skip',
    {
      config,
      schema: {
        summary: 'Skip the events that wait',
        description: 'Events that arrive from now on are forwarded; `skipped` counts the others.',
        params: ObjectId,
        response: { 200: refTo(Forwarder) },
      },
    },
    async request => {
      requireAllHosts(request)
      const skipped = await forwarders.skip(objectId.read(request))
      await applyForwarders?.()
      return skipped
    },
  )

  app.addSchema(ForwarderTest)
  app.post(
    '/api/forwarders/:id/test',
    {
      config,
      schema: {
        summary: 'Send a test event',
        description: 'Sends one event over a connection of its own, and says what came back.',
        params: ObjectId,
        response: { 200: refTo(ForwarderTest) },
      },
    },
    async request => {
      const { id } = await exists(request)
      const error = await testForwarder?.(id)
      return error === undefined
        ? { ok: true, detail: 'The destination took the event.' }
        : { ok: false, detail: error }
    },
  )
}
