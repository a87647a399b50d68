import type { EventNote } from '../../schema/event/event-note.ts'
import { type Database, unixSeconds } from '../database/tables.ts'
import { userRef } from '../identity/user-ref.ts'

/** Rows of notes, with the names of their authors. */
export function noteRows(db: Database) {
  return db
    .selectFrom('event_notes')
    .leftJoin('users', 'users.id', 'event_notes.author_id')
    .selectAll('event_notes')
    .select(['users.username', 'users.first_name', 'users.last_name'])
}

export type NoteRow = Awaited<ReturnType<ReturnType<typeof noteRows>['executeTakeFirstOrThrow']>>

export function presentNote(row: NoteRow): EventNote {
  const { author_id, username, first_name, last_name } = row
  const isKnown = author_id !== null && username !== null && first_name !== null && last_name !== null
  return {
    id: row.id,
    author: isKnown ? userRef({ id: author_id, username, first_name, last_name }) : null,
    text: row.text,
    created_at: unixSeconds(row.created_at),
    updated_at: unixSeconds(row.updated_at),
  }
}
