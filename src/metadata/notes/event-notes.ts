import { sql, type Transaction } from 'kysely'
import { type EventNote, maxNotesOfEvent, type NotesByEvent } from '../../schema/event/event-note.ts'
import { Fault } from '../../schema/fault.ts'
import { findByKey, insertRow, updateRow } from '../database/row.ts'
import type { Tables } from '../database/tables.ts'
import { Repository, type RepositoryDeps } from '../repository/repository.ts'
import { ChangeLog } from './change-log.ts'
import { type NoteRow, noteRows, presentNote } from './note-rows.ts'

/** Maximum notes of all events together: the count of each annotated event is in memory. */
export const maxNotes = 1_000_000
/** Maximum length of all notes of a page together. Further notes are counted, but not shown. */
const maxPageLength = 1_000_000
/** Annotated events of one read, whose notes are in memory at once. */
const eventsPerRead = 20
/** Maximum notes of an export, and the approximate maximum length of their texts together. */
const maxRangeNotes = 10_000
const maxRangeLength = 10_000_000
/** Notes of one read for an export. */
const notesPerRead = 500

/** The user who changes a note. */
export interface NoteWriter {
  userId: number
  /** Holds manage_queries: may delete other users' notes. */
  managesQueries: boolean
}

/** The event that a note is about. */
export interface AnnotatedEvent {
  id: number
  /** Its first occurrence, microseconds. */
  ts: number
}

/** Notes of one event, oldest first. */
export interface NotesOnEvent {
  /** Number of all its notes, including notes left out of `notes`. */
  count: number
  notes: readonly EventNote[]
  /** Triggers with a condition that fired for the event; set by query/notes/event-additions.ts. */
  triggers?: readonly number[] | undefined
}

/** Notes on events. The caller has checked that the user sees the event. */
export class EventNotes extends Repository {
  /** Number of notes by event, so that pages of events without notes cost no read. */
  readonly #counts: Map<number, number>
  /** Number of notes of all events. */
  #total = 0
  readonly #changes: ChangeLog

  private constructor(deps: RepositoryDeps, changes: ChangeLog, counts: Map<number, number>) {
    super(deps)
    this.#changes = changes
    this.#counts = counts
    for (const count of counts.values()) this.#total += count
    deps.feed.on('notes', async changed => {
      if (changed === null) await this.#readAll()
      else for (const [id, count] of changed) this.#setCount(id, count)
    })
  }

  /** `changes`: the log of events that changed, shared with triggers that fired for them. */
  static async open(deps: RepositoryDeps, changes = new ChangeLog()): Promise<EventNotes> {
    return new EventNotes(deps, changes, await readCounts(deps.db))
  }

  /** Rises with each change. */
  get version(): number {
    return this.#changes.version
  }

  /**
   * The events whose notes were changed, or for which a trigger fired, after a version; undefined when there
   * were too many changes.
   */
  changedSince(version: number): readonly number[] | undefined {
    return this.#changes.since(version)
  }

  /** The notes of an event, oldest first. */
  async list(eventId: number): Promise<EventNote[]> {
    if (!this.#counts.has(eventId)) return []
    const rows = await noteRows(this.db).where('event_id', '=', eventId).orderBy('event_notes.id').execute()
    return rows.map(presentNote)
  }

  /** Notes of the events that have any. Once the texts are too long, later events get a count only. */
  async ofEvents(ids: readonly number[]): Promise<ReadonlyMap<number, NotesOnEvent>> {
    const found = new Map<number, NotesOnEvent>()
    const annotated = ids.filter(id => this.#counts.has(id))
    let length = 0
    for (let start = 0; start < annotated.length; start += eventsPerRead) {
      const part = annotated.slice(start, start + eventsPerRead)
      const rows = length > maxPageLength ? [] : await this.#notesOf(part)
      const byEvent = Map.groupBy(rows, row => row.event_id)
      for (const id of part) {
        const notes = length > maxPageLength ? [] : (byEvent.get(id) ?? [])
        found.set(id, { count: this.#counts.get(id) ?? notes.length, notes: notes.map(presentNote) })
        for (const { text } of notes) length += text.length
      }
    }
    return found
  }

  /**
   * Notes of events that began in a span (microseconds, end exclusive): the newest 10,000, or fewer long
   * ones, by event.
   */
  async ofSpan(from: number, to: number): Promise<NotesByEvent> {
    const newestFirst: NoteRow[] = []
    let length = 0
    let hasMore = this.#counts.size > 0
    while (hasMore && length <= maxRangeLength && newestFirst.length < maxRangeNotes) {
      const rows = await noteRows(this.db)
        .where('event_at', '>=', from)
        .where('event_at', '<', to)
        .where('event_notes.id', '<', newestFirst.at(-1)?.id ?? Number.MAX_SAFE_INTEGER)
        .orderBy('event_notes.id', 'desc')
        .limit(notesPerRead)
        .execute()
      for (const row of rows) {
        newestFirst.push(row)
        length += row.text.length
      }
      hasMore = rows.length === notesPerRead
    }
    const byEvent = Map.groupBy(newestFirst.reverse(), row => row.event_id)
    return new Map([...byEvent].map(([id, notes]) => [id, notes.map(presentNote)]))
  }

  /**
   * Creates a note, or returns the existing note with the same `idempotencyKey`. `authorId` null: the service
   * itself. Throws conflict if the event, or all events together, have too many notes; not_found if another
   * event has a note with the key.
   */
  create(
    authorId: number | null,
    { id, ts }: AnnotatedEvent,
    text: string,
    idempotencyKey: string | null = null,
  ): Promise<EventNote> {
    const now = this.clock()
    return this.#change(id, async transaction => {
      const existingId = await findByKey(transaction, 'event_notes', idempotencyKey)
      if (existingId !== undefined) return presentNote(await findNote(transaction, id, existingId))
      await this.#requireRoom(transaction, id)
      const note = { event_id: id, event_at: ts, author_id: authorId, text, idempotency_key: idempotencyKey }
      const noteId = await this.quota.within(transaction, 'event_notes', authorId, () =>
        insertRow(transaction, 'event_notes', { ...note, created_at: now, updated_at: now }),
      )
      return presentNote(await findNote(transaction, id, noteId))
    })
  }

  /** Throws not_found; permission_denied for another user's note. */
  update(writer: NoteWriter, eventId: number, noteId: number, text: string): Promise<EventNote> {
    const now = this.clock()
    return this.#change(eventId, async transaction => {
      requireAuthor(writer, await findNote(transaction, eventId, noteId))
      await this.quota.within(transaction, 'event_notes', writer.userId, () =>
        updateRow(transaction, 'event_notes', noteId, { text, updated_at: now }),
      )
      return presentNote(await findNote(transaction, eventId, noteId))
    })
  }

  /** Throws not_found; permission_denied for another user's note, unless the writer manages queries. */
  remove(writer: NoteWriter, eventId: number, noteId: number): Promise<void> {
    return this.#change(eventId, async transaction => {
      const note = await findNote(transaction, eventId, noteId)
      if (!writer.managesQueries) requireAuthor(writer, note)
      await transaction.deleteFrom('event_notes').where('id', '=', noteId).execute()
    })
  }

  /** Throws the not_found or permission_denied of `update`. */
  async checkWritable(writer: NoteWriter, eventId: number, noteId: number): Promise<void> {
    requireAuthor(writer, await findNote(this.db, eventId, noteId))
  }

  /** Throws the not_found or permission_denied of `remove`. */
  async checkRemovable(writer: NoteWriter, eventId: number, noteId: number): Promise<void> {
    const note = await findNote(this.db, eventId, noteId)
    if (!writer.managesQueries) requireAuthor(writer, note)
  }

  /** The annotated events that began first, oldest first. */
  async oldestEvents(limit: number): Promise<number[]> {
    const rows = await this.db
      .selectFrom('event_notes')
      .select('event_id')
      .groupBy('event_id')
      .orderBy(eb => eb.fn.min('event_at'))
      .limit(limit)
      .execute()
    return rows.map(({ event_id }) => event_id)
  }

  /** Removes all notes of events that no longer exist. */
  async removeEvents(eventIds: readonly number[]): Promise<void> {
    if (eventIds.length === 0) return
    await this.feed.transaction(async (transaction, publish) => {
      await transaction
        .deleteFrom('event_notes')
        .where('event_id', 'in', [...eventIds])
        .execute()
      publish(
        'notes',
        eventIds.map(id => [id, 0]),
      )
    })
  }

  #notesOf(ids: readonly number[]): Promise<NoteRow[]> {
    return noteRows(this.db)
      .where('event_id', 'in', [...ids])
      .orderBy('event_notes.id')
      .execute()
  }

  /** Changes the notes of an event in a transaction, and publishes their new number. */
  #change<Result>(
    eventId: number,
    apply: (transaction: Transaction<Tables>) => Promise<Result>,
  ): Promise<Result> {
    return this.feed.transaction(async (transaction, publish) => {
      const result = await apply(transaction)
      publish('notes', [[eventId, await countNotes(transaction, eventId)]])
      return result
    })
  }

  /** Reads the counts of all events again, when it is not known which have changed. */
  async #readAll(): Promise<void> {
    const counts = await readCounts(this.db)
    this.#counts.clear()
    this.#total = 0
    for (const [id, count] of counts) {
      this.#counts.set(id, count)
      this.#total += count
    }
    this.#changes.forget()
  }

  /** Stores the new count of an event whose notes changed. */
  #setCount(eventId: number, count: number): void {
    this.#changes.record(eventId)
    this.#total += count - (this.#counts.get(eventId) ?? 0)
    if (count === 0) this.#counts.delete(eventId)
    else this.#counts.set(eventId, count)
  }

  async #requireRoom(transaction: Transaction<Tables>, eventId: number): Promise<void> {
    if ((await countNotes(transaction, eventId)) >= maxNotesOfEvent)
      throw new Fault('conflict', { detail: `An event has at most ${maxNotesOfEvent} notes.` })
    if (this.#total >= maxNotes)
      throw new Fault('conflict', { detail: `There are at most ${maxNotes} notes.` })
  }
}

async function readCounts(db: RepositoryDeps['db']): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('event_notes')
    .select(['event_id', sql<number>`count(*)`.as('count')])
    .groupBy('event_id')
    .execute()
  return new Map(rows.map(({ event_id, count }) => [event_id, count]))
}

async function countNotes(transaction: Transaction<Tables>, eventId: number): Promise<number> {
  const { count } = await transaction
    .selectFrom('event_notes')
    .select(sql<number>`count(*)`.as('count'))
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow()
  return count
}

function findNote(db: RepositoryDeps['db'], eventId: number, noteId: number): Promise<NoteRow> {
  return noteRows(db)
    .where('event_notes.id', '=', noteId)
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow(() => new Fault('not_found'))
}

function requireAuthor({ userId }: NoteWriter, { author_id }: NoteRow): void {
  if (author_id !== userId) throw new Fault('permission_denied')
}
