import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { GeoipSource } from '../../geoip/geoip-file.ts'
import type { FiredTriggers } from '../../metadata/triggers/fired-triggers.ts'
import type { TriggerResults } from '../../metadata/triggers/trigger-results.ts'
import { decorateEvent } from '../../query/decorations/decorate.ts'
import { eventRecord } from '../../query/event-record.ts'
import type { HostVisibility } from '../../query/host-visibility.ts'
import { EventRecord, FiredTrigger } from '../../schema/event/event-record.ts'
import type { Zone } from '../../time/zone.ts'
import { storeFaults } from '../description/faults.ts'
import type { App } from '../http/app.ts'
import { refTo } from '../http/schemas.ts'
import {
  offsetAndLimit,
  Page,
  pageMembers,
  pageOfArray,
  pagePosition,
  pageQuery,
} from '../http/validation/lists.ts'
import { type EventSource, findEvent, readOptionsOf } from './find-event.ts'
import { decorationsFor, firedViewerOf } from './fired-viewer.ts'
import { type NoteRepository, noteRoutes } from './note-routes.ts'

const Id = Type.Object({ ev_id: Type.String() })
const DecorationQuery = Type.Object({
  actions_hint: Type.Optional(Type.Boolean({ description: 'Apply action by field' })),
  add_trigger_data: Type.Optional(Type.Boolean({ description: 'Show trigger data' })),
  add_geoip_data: Type.Optional(Type.Boolean({ description: 'Add the locations of public addresses' })),
})
const Timestamps = Type.Object({
  id: Type.Integer(),
  count: Type.Integer({ description: 'Occurrences' }),
  timestamps: Type.Array(Type.Number({ description: 'Unix seconds with microseconds' })),
  ...pageMembers,
})

/** Routes of single events. An event of a host that the caller may not see is a 404. */
export function eventRoutes(
  app: App,
  deps: {
    store: EventSource
    notes: NoteRepository
    firedTriggers: Pick<FiredTriggers, 'ofEvents'>
    triggerResults: Pick<TriggerResults, 'ofEvent'>
    zone: Zone
    geoip?: GeoipSource | undefined
    visibility: HostVisibility
  },
): void {
  const { store, notes, firedTriggers, triggerResults, zone, geoip, visibility } = deps
  app.addSchema(EventRecord)
  app.addSchema(FiredTrigger)
  const find = (request: FastifyRequest) => findEvent(request, store)
  const findRecord = async (request: FastifyRequest) => {
    const event = await find(request)
    const eventNotes = await notes.list(event.id)
    const triggers = (await firedTriggers.ofEvents([event.id])).get(event.id)
    return eventRecord(event, zone, { count: eventNotes.length, notes: eventNotes, triggers })
  }
  const config = { access: 'search', exists: find, readsEvents: true } as const

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
      const record = await findRecord(request)
      if (request.query.add_trigger_data)
        record.triggers_fired_data = [
          ...(await triggerResults.ofEvent(firedViewerOf(request, visibility), record)),
        ]
      return decorateEvent(record, decorationsFor(request), geoip)
    },
  )

  app.get(
    '/api/events/:ev_id/timestamps',
    {
      config,
      schema: {
        summary: 'Times at which the event occurred, newest first',
        params: Id,
        querystring: Type.Object(pageQuery),
        response: { 200: Timestamps },
        faults: storeFaults,
      },
    },
    async request => {
      const event = await find(request)
      const position = pagePosition(request.query, event.counter)
      const { offset, limit } = offsetAndLimit(request.query)
      const times = await store.occurrences(event.id, offset, limit, readOptionsOf(request))
      const timestamps = times.map(microseconds => microseconds / 1_000_000)
      return { id: event.id, count: event.counter, timestamps, ...position }
    },
  )

  app.get(
    '/api/events/:ev_id/triggers',
    {
      config,
      schema: {
        summary: 'Triggers that fired for the event, and the results of their actions',
        description: 'Leaves out private triggers of other users.',
        params: Id,
        querystring: Type.Object(pageQuery),
        response: { 200: Page(refTo(FiredTrigger)) },
        faults: storeFaults,
      },
    },
    async request => {
      const record = await findRecord(request)
      return pageOfArray(
        request.query,
        await triggerResults.ofEvent(firedViewerOf(request, visibility), record),
      )
    },
  )

  noteRoutes(app, deps)
}
