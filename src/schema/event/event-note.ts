import { type Static, Type } from 'typebox'
import { nullable, UnixSeconds, UserReference } from '../shapes.ts'

export const maxNotesOfEvent = 100

const text = Type.String({ title: 'Text', minLength: 1, maxLength: 10_000, pattern: '\\S' })

/** A user's note on an event. The same for all who see the event. */
export const EventNote = Type.Object(
  {
    id: Type.Integer(),
    author: nullable(UserReference, { description: 'null: a deleted user, or the service itself' }),
    text,
    created_at: UnixSeconds,
    updated_at: UnixSeconds,
  },
  { $id: 'EventNote', additionalProperties: false },
)
export type EventNote = Static<typeof EventNote>

/** Notes by id of the event, oldest first. */
export type NotesByEvent = ReadonlyMap<number, readonly EventNote[]>

/** Body that adds a note, or replaces the text of a note. */
export const EventNoteDraft = Type.Object({ text }, { $id: 'EventNoteDraft', additionalProperties: false })
