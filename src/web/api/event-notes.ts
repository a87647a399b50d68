import { type EventNote, maxNotesOfEvent } from '../../schema/event/event-note.ts'
import { get, type ListPage, request } from './http/request.ts'

const pathOf = (eventId: string) => `/api/events/${encodeURIComponent(eventId)}/notes`

/** All notes of an event. */
export function readNotes(eventId: string, signal: AbortSignal): Promise<ListPage<EventNote>> {
  return get(`${pathOf(eventId)}?page_size=${maxNotesOfEvent}`, signal)
}

export function addNote(eventId: string, text: string): Promise<EventNote> {
  return request(pathOf(eventId), { method: 'POST', body: { text } })
}

export function changeNote(eventId: string, id: number, text: string): Promise<EventNote> {
  return request(`${pathOf(eventId)}/${id}`, { method: 'PATCH', body: { text } })
}

export async function deleteNote(eventId: string, id: number): Promise<void> {
  await request(`${pathOf(eventId)}/${id}`, { method: 'DELETE' })
}
