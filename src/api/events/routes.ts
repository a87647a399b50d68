import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Predicate } from '../../filter/predicate.ts'
import type { GeoipSource } from '../../geoip/geoip-file.ts'
import { decorateEvent } from '../../query/decorations/decorate-event.ts'
import { eventRecord } from '../../query/event-record.ts'
import { restrictedTo, rightsOf } from '../../query/life/rights.ts'
import type { StoredEvent } from '../../schema/event.ts'
import { EventRecord } from '../../schema/event-record.ts'
import { Fault } from '../../schema/fault.ts'
import type { Zone } from '../../time/zone.ts'
import type { App } from '../app.ts'
import { callerOf } from '../auth/access.ts'
import { storeFaults } from '../description/faults.ts'
import { offsetAndLimit, Page, pageMembers, pageOfArray, pagePosition, pageQuery } from '../http/lists.ts'
import { pathParameter } from '../http/path-parameters.ts'
import { refTo } from '../http/schemas.ts'

/** Bounds of a read of the store. */
interface ReadOptions {
  signal: AbortSignal
  lane: 'short'
  timeout: number
}

/** The part of the event store that these routes use. */
export interface EventSource {
  event(id: number, predicate: Predicate, read: ReadOptions): Promise<StoredEvent | null>
  occurrences(id: number, offset: number, limit: number, read: ReadOptions): Promise<number[]>
}

const readTimeoutSeconds = 10

const Id = Type.Object({ ev_id: Type.String() })
const DecorationQuery = Type.Object({
  actions_hint: Type.Optional(Type.Boolean({ description: 'Apply action by field' })),
  add_trigger_data: Type.Optional(Type.Boolean({ description: 'Show trigger data' })),
  add_geoip_data: Type.Optional(Type.Boolean({ description: 'Show where public addresses are' })),
})
const Timestamps = Type.Object({
  id: Type.Integer(),
  count: Type.Integer({ description: 'Occurrences' }),
  timestamps: Type.Array(Type.Number({ description: 'Unix seconds with microseconds' })),
  ...pageMembers,
})
const FiredTrigger = Type.Object({
  trigger: Type.Object({ id: Type.Integer(), name: Type.String() }),
  fired_at: Type.Number(),
  actions: Type.Array(Type.Object({ kind: Type.String(), status: Type.String(), detail: Type.String() })),
})

/** Routes of single events. Events of hosts that the caller may not see are a 404. */
export function eventRoutes(
  app: App,
  deps: { store: EventSource; zone: Zone; geoip: GeoipSource | undefined },
): void {
  const { store, zone, geoip } = deps
  app.addSchema(EventRecord)
  const find = async (request: FastifyRequest): Promise<StoredEvent> => {
    const id = eventIdOf(request)
    const visible = restrictedTo(rightsOf(callerOf(request).hosts), { kind: 'const', value: true })
    const event = id === null ? null : await store.event(id, visible, readOptionsOf(request))
    if (event === null) throw new Fault('not_found')
    return event
  }

  const config = { access: 'search', exists: find } as const

  app.get(
    '/api/events/:ev_id',
    {
      config,
      schema: {
        summary: 'One event',
        params: Id,
        querystring: DecorationQuery,
        response: { 200: refTo(EventRecord) },
        faults: storeFaults,
      },
    },
    async request => decorateEvent(eventRecord(await find(request), zone), request.query, geoip),
  )

  app.get(
    '/api/events/:ev_id/timestamps',
    {
      config,
      schema: {
        summary: 'When the event happened, newest first',
        params: Id,
        querystring: Type.Object(pageQuery),
        response: { 200: Timestamps },
        faults: storeFaults,
      },
    },
    async request => {
      const event = await find(request)
      const place = pagePosition(request.query, event.counter)
      const { offset, limit } = offsetAndLimit(request.query)
      const times = await store.occurrences(event.id, offset, limit, readOptionsOf(request))
      const timestamps = times.map(microseconds => microseconds / 1_000_000)
      return { id: event.id, count: event.counter, timestamps, ...place }
    },
  )

  app.get(
    '/api/events/:ev_id/triggers',
    {
      config,
      schema: {
        summary: 'Triggers that fired on the event',
        params: Id,
        querystring: Type.Object(pageQuery),
        response: { 200: Page(FiredTrigger) },
        faults: storeFaults,
      },
    },
    async request => {
      await find(request)
      return pageOfArray(request.query, [])
    },
  )
}

function readOptionsOf(request: FastifyRequest): ReadOptions {
  return { signal: request.signal, lane: 'short', timeout: readTimeoutSeconds }
}

/** The id in the path; null when it is not an integer below 2^53. */
function eventIdOf(request: FastifyRequest): number | null {
  const text = pathParameter(request, 'ev_id')
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : null
}
