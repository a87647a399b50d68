import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { GeoipSource } from '../../geoip/geoip-file.ts'
import { decorateEvent } from '../../query/decorations/decorate-event.ts'
import { eventRecord } from '../../query/event-record.ts'
import { EventRecord } from '../../schema/event-record.ts'
import type { Zone } from '../../time/zone.ts'
import type { App } from '../app.ts'
import { storeFaults } from '../description/faults.ts'
import { offsetAndLimit, Page, pageMembers, pageOfArray, pagePosition, pageQuery } from '../http/lists.ts'
import { refTo } from '../http/schemas.ts'
import { type EventSource, findEvent, readOptionsOf } from './find-event.ts'
import { type NoteRepository, noteRoutes } from './note-routes.ts'

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
  deps: { store: EventSource; notes: NoteRepository; zone: Zone; geoip: GeoipSource | undefined },
): void {
  const { store, notes, zone, geoip } = deps
  app.addSchema(EventRecord)
  const find = (request: FastifyRequest) => findEvent(request, store)
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
    async request => {
      const event = await find(request)
      const on = await notes.list(event.id)
      const record = eventRecord(event, zone, { count: on.length, notes: on })
      return decorateEvent(record, request.query, geoip)
    },
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

  noteRoutes(app, deps)
}
