import type { EventCursor } from '../../query/event-batch.ts'
import { eventRecord } from '../../query/event-record.ts'
import type { EventNote, NotesByEvent } from '../../schema/event/event-note.ts'
import type { FiredByEvent, FiredTrigger, TriggersByEvent } from '../../schema/event/event-record.ts'
import { zoneOf } from '../../time/zone.ts'
import type { ReportDocument, Section } from '../document/document.ts'
import { triggersOf } from '../document/event-triggers.ts'
import type { Output } from '../document/job.ts'
import { rowBatches } from '../document/row-batches.ts'
import type { SectionWriter } from '../document/writer.ts'
import { filePerSection } from '../zip/widget-zip.ts'
import { asciiConstant } from './ascii-constant.ts'
import { eventFields, type FieldWriter } from './event-fields.ts'
import { JsonByteWriter } from './json-byte-writer.ts'

/**
 * Writes a Search as one page with up to `maxRows` events, and every other query with its results, as in the
 * API.
 */
const writeSection: SectionWriter = async (section, document, out, signal) => {
  const { query, failure, events, cursors, tables } = section
  const { maxRows } = document
  const bytes = new JsonByteWriter()
  const count = tables[0]?.count ?? 0
  if (events === undefined) bytes.json(JSON.stringify(failure ? { error: failure } : query))
  else {
    bytes.json(pageHead(count, maxRows))
    // Cursors are several times as fast, but a page in the results has none.
    if (cursors === undefined) await writeRecords(events, section, document, { bytes, out, signal })
    else await writeCursors(cursors, section, document, { bytes, out, signal })
    bytes.ascii(']}')
  }
  bytes.ascii('\n')
  await out.write(bytes.take())
  return events !== undefined && count > maxRows ? { cappedFrom: count } : {}
}

/** Where events are written to. */
interface Target {
  bytes: JsonByteWriter
  out: Output
  signal: AbortSignal
}

/** Writes events, separated by commas. */
async function writeRecords(
  events: NonNullable<Section['events']>,
  { notes, triggers }: Section,
  { timezone, maxRows }: ReportDocument,
  { bytes, out, signal }: Target,
): Promise<void> {
  const zone = zoneOf(timezone)
  let isFirst = true
  for await (const batch of rowBatches(events, maxRows)) {
    signal.throwIfAborted()
    for (const event of batch) {
      if (!isFirst) bytes.ascii(',')
      isFirst = false
      const added = addedTo(notes?.get(event.id), triggers?.get(event.id))
      bytes.json(JSON.stringify(eventRecord(event, zone, added)))
      if (bytes.shouldFlush) await out.write(bytes.take())
    }
  }
}

/** As `writeRecords`, from the bytes of the engine. */
async function writeCursors(
  cursors: NonNullable<Section['cursors']>,
  { notes, triggers, fired }: Section,
  { timezone, maxRows }: ReportDocument,
  { bytes, out, signal }: Target,
): Promise<void> {
  const writeEvent = jsonEventWriter(timezone, notes, triggers, fired)
  let written = 0
  for await (const cursor of cursors) {
    signal.throwIfAborted()
    for (; written < maxRows && cursor.next(); written++) {
      if (written > 0) bytes.ascii(',')
      writeEvent(bytes, cursor)
      if (bytes.shouldFlush) await out.write(bytes.take())
    }
  }
}

/** A query as one file, a dashboard as a zip of one file per widget. */
export const writeJson = filePerSection('json', writeSection)

/**
 * The text before the events; `count` events match. If not all of them follow, this is the first of several
 * pages.
 */
function pageHead(count: number, maxRows: number): string {
  const pageSize = Math.max(1, Math.min(count, maxRows))
  const head = {
    page_number: 1,
    page_size: pageSize,
    offset: 0,
    page_count: Math.ceil(count / pageSize),
    item_count: count,
  }
  return `${JSON.stringify(head).slice(0, -1)},"objects":[`
}

/** The first members of an `eventRecord`, in its order. Triggers and notes follow. */
const memberOrder = [
  'id',
  '_id',
  'first_occurrence',
  'last_occurrence',
  'first_occurrence_date',
  'last_occurrence_date',
  'counter',
  'host',
  'program',
  'cisco_mnemonic',
  'message',
  'severity',
  'severity_name',
  'facility',
  'facility_name',
  'status',
  'status_name',
  'type',
  'user_tags',
] as const

// The last members of an `eventRecord`, for an event without triggers and notes.
const noTriggers = triggersText([])
const noNotes = ',"notes_count":0,"notes":[]}'
const end = asciiConstant(noTriggers + noNotes)
const quote = asciiConstant('"')

/** Writes the `eventRecord` of an event as JSON. */
export function jsonEventWriter(
  timezone: string,
  notes?: NotesByEvent,
  triggers?: TriggersByEvent,
  fired?: FiredByEvent,
): (bytes: JsonByteWriter, event: EventCursor) => void {
  const _id: FieldWriter = (bytes, event) => {
    bytes.constant(quote)
    bytes.number(event.id)
    bytes.constant(quote)
  }
  const fields = { ...eventFields(timezone, { quote: '"', unknownType: 'UNKNOWN' }), _id }
  const members = memberOrder.map((name, index) => ({
    name: asciiConstant(`${index === 0 ? '{' : ','}"${name}":`),
    write: fields[name],
  }))
  return (bytes, event) => {
    for (const { name, write } of members) {
      bytes.constant(name)
      write(bytes, event)
    }
    const eventNotes = notes?.size ? notes.get(event.id) : undefined
    const ids = triggersOf(event, triggers)
    if (eventNotes === undefined && ids.length === 0) bytes.constant(end)
    else {
      const notesText = eventNotes === undefined ? noNotes : textOfNotes(eventNotes)
      bytes.json(triggersText(ids, fired?.get(event.id)) + notesText)
    }
  }
}

/** From `extra_fields`, which is always empty, to the last member about triggers. */
function triggersText(ids: readonly number[], fired: readonly FiredTrigger[] = []): string {
  const members = `,"extra_fields":{},"trigger_ids":[${ids.join()}],"triggers_fired_count":${ids.length}`
  return `${members},"triggers_fired_data":${JSON.stringify(fired)}`
}

/** The members about notes, and the end of the event. */
function textOfNotes(notes: readonly EventNote[]): string {
  return `,"notes_count":${notes.length},"notes":${JSON.stringify(notes)}}`
}

/** The parts of an event record (`eventRecord`) that come from metadata. */
function addedTo(notes: readonly EventNote[] = [], triggers: readonly number[] = []) {
  return { count: notes.length, notes, triggers }
}
