import type { EventNotes, NotesOnEvent } from '../../metadata/notes/event-notes.ts'
import type { FiredTriggers } from '../../metadata/triggers/fired-triggers.ts'
import type { NotesByEvent } from '../../schema/event/event-note.ts'
import type { TriggersByEvent } from '../../schema/event/event-record.ts'
import type { NoteSource } from '../kind.ts'

/**
 * Notes on events, and the triggers with a condition over many events that fired for them. One log records
 * the changes of both. `#notes` reads it.
 */
export class EventAdditions implements NoteSource {
  readonly #notes: NoteSource
  readonly #fired: Pick<FiredTriggers, 'ofEvents' | 'ofSpan'>

  constructor(
    notes: Pick<EventNotes, 'version' | 'changedSince' | 'ofEvents' | 'ofSpan'>,
    fired: Pick<FiredTriggers, 'ofEvents' | 'ofSpan'>,
  ) {
    this.#notes = notes
    this.#fired = fired
  }

  get version(): number {
    return this.#notes.version
  }

  changedSince(version: number): readonly number[] | undefined {
    return this.#notes.changedSince(version)
  }

  ofEvents(ids: readonly number[]): Promise<ReadonlyMap<number, NotesOnEvent>> {
    return additionsOf(ids, this.#notes, this.#fired)
  }

  ofSpan(from: number, to: number): Promise<NotesByEvent> {
    return this.#notes.ofSpan(from, to)
  }

  triggersOfSpan(from: number, to: number): Promise<TriggersByEvent> {
    return this.#fired.ofSpan(from, to)
  }
}

/** Notes on these events, and the triggers that fired for them later. */
export async function additionsOf(
  ids: readonly number[],
  notes: Pick<EventNotes, 'ofEvents'>,
  fired: Pick<FiredTriggers, 'ofEvents'>,
): Promise<ReadonlyMap<number, NotesOnEvent>> {
  const triggersOf = await fired.ofEvents(ids)
  const notesOn = await notes.ofEvents(ids)
  if (triggersOf.size === 0) return notesOn
  const additions = new Map(notesOn)
  for (const [id, triggers] of triggersOf)
    additions.set(id, { ...(notesOn.get(id) ?? { count: 0, notes: [] }), triggers })
  return additions
}
