import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { EventNotes, NoteWriter } from '../../metadata/notes/event-notes.ts'
import { EventNote, EventNoteDraft } from '../../schema/event/event-note.ts'
import { callerOf } from '../auth/access.ts'
import { storeFaults } from '../description/faults.ts'
import type { App } from '../http/app.ts'
import { ObjectId, objectIdOf } from '../http/path-parameters.ts'
import { noContent, refTo } from '../http/schemas.ts'
import { Page, pageOfArray, pageQuery } from '../http/validation/lists.ts'
import { type EventSource, findEvent } from './find-event.ts'

/** The part of metadata that event routes use. */
export type NoteRepository = Pick<
  EventNotes,
  'list' | 'ofEvents' | 'create' | 'update' | 'remove' | 'checkWritable' | 'checkRemovable'
>

const notesPath = '/api/events/:ev_id/notes'
const EventId = Type.Object({ ev_id: Type.String() })
const NoteId = Type.Object({ ...EventId.properties, ...ObjectId.properties })

/** Notes on an event, visible to all who see the event. */
export function noteRoutes(app: App, { store, notes }: { store: EventSource; notes: NoteRepository }): void {
  app.addSchema(EventNote)
  app.addSchema(EventNoteDraft)
  const find = (request: FastifyRequest) => findEvent(request, store)

  /** Config of a route of one note; `check` decides whether the caller may change it. */
  const noteConfig = (check: 'checkWritable' | 'checkRemovable') =>
    ({
      access: 'search',
      async exists(request: FastifyRequest) {
        const event = await find(request)
        await notes[check](writerOf(request), event.id, objectIdOf(request))
      },
    }) as const

  app.get(
    notesPath,
    {
      config: { access: 'search', exists: find },
      schema: {
        summary: 'Notes on the event, oldest first',
        params: EventId,
        querystring: Type.Object(pageQuery),
        response: { 200: Page(refTo(EventNote)) },
        faults: storeFaults,
      },
    },
    async request => {
      const { id } = await find(request)
      return pageOfArray(request.query, await notes.list(id))
    },
  )

  app.post(
    notesPath,
    {
      config: { access: 'search', exists: find },
      schema: {
        summary: 'Add a note',
        params: EventId,
        body: refTo(EventNoteDraft),
        response: { 201: refTo(EventNote) },
        faults: ['conflict', ...storeFaults],
      },
    },
    async (request, reply) => {
      const { id, ts } = await find(request)
      const { userId } = writerOf(request)
      return reply.code(201).send(await notes.create(userId, { id, ts }, request.body.text))
    },
  )

  app.patch(
    `${notesPath}/:id`,
    {
      config: noteConfig('checkWritable'),
      schema: {
        summary: 'Change one of the caller’s notes',
        params: NoteId,
        body: refTo(EventNoteDraft),
        response: { 200: refTo(EventNote) },
        faults: ['conflict', ...storeFaults],
      },
    },
    async request => {
      const event = await find(request)
      return notes.update(writerOf(request), event.id, request.params.id, request.body.text)
    },
  )

  app.delete(
    `${notesPath}/:id`,
    {
      config: noteConfig('checkRemovable'),
      schema: {
        summary: 'Delete a note; only its author and users with manage_queries may',
        params: NoteId,
        response: { 204: noContent },
        faults: storeFaults,
      },
    },
    async (request, reply) => {
      const event = await find(request)
      await notes.remove(writerOf(request), event.id, request.params.id)
      return reply.code(204).send()
    },
  )
}

function writerOf(request: FastifyRequest): NoteWriter {
  const { user, permissions } = callerOf(request)
  return { userId: user.id, managesQueries: permissions.has('manage_queries') }
}
