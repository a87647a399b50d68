import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cursorOf, type EventCursor, eventChunksOf } from '../../query/event-batch.ts'
import { eventRecord } from '../../query/event-record.ts'
import type { NotesByEvent } from '../../schema/event/event-note.ts'
import type { TriggersByEvent } from '../../schema/event/event-record.ts'
import { runs } from '../../testing/depth.ts'
import { zoneNamed } from '../../time/zone.ts'
import type { ReportDocument } from '../document/document.ts'
import { emptySection } from '../sections/section.ts'
import { anyEvent } from '../testing/any-event.ts'
import { Collected } from '../testing/collect.ts'
import { batchWith, storedEvent } from '../testing/event-stream.ts'
import { jsonEventWriter, writeJson } from './json.ts'
import { JsonByteWriter } from './json-byte-writer.ts'

const timezone = 'Asia/Kolkata'
const zone = zoneNamed(timezone) ?? expect.unreachable(`there is no time zone ${timezone}`)

const note = { id: 3, author: null, text: 'Fan "1"\n\u{1f600}', created_at: 1, updated_at: 2.5 }

function written(cursor: EventCursor, notes?: NotesByEvent, triggers?: TriggersByEvent): string {
  const bytes = new JsonByteWriter()
  const add = jsonEventWriter(timezone, notes, triggers)
  while (cursor.next()) {
    add(bytes, cursor)
    bytes.ascii('\n')
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes.take())
}

/** Expects the same text from the engine's bytes as from the interface's records. */
function expectSame(batch: ReturnType<typeof batchWith>): void {
  const told = [...eventChunksOf({ ...batch, bytes: batch.bytes.slice() })].flatMap(({ events }) => events)
  const wanted = told.map(event => `${JSON.stringify(eventRecord(event, zone))}\n`).join('')
  expect(written(cursorOf(batch))).toBe(wanted)
}

test('an event made of bytes is the event of the interface', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 3 }), some => expectSame(batchWith(some))),
    { numRuns: runs(500) },
  )
})

test('an event names triggers that it set off later, after the triggers of its row', () => {
  const events = [storedEvent(1), { ...storedEvent(2), triggers: [7, 5] }, storedEvent(3)]
  const triggers = new Map([
    [1, [9]],
    [2, [5, 8]],
  ])
  const wanted = events.map(event => {
    const on = { count: 0, notes: [], triggers: triggers.get(event.id) }
    return JSON.stringify(eventRecord(event, zone, on))
  })
  const lines = written(cursorOf(batchWith(events)), undefined, triggers)
    .trimEnd()
    .split('\n')
  expect(lines).toEqual(wanted)
  expect(lines.map(line => JSON.parse(line).trigger_ids)).toEqual([[9], [7, 5, 8], []])
})

test('an event has its notes, the others none', () => {
  const batch = batchWith([storedEvent(1), storedEvent(2)])
  const [first, second] = written(cursorOf(batch), new Map([[2, [note, note]]]))
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect([first.notes_count, first.notes]).toEqual([0, []])
  expect([second.notes_count, second.notes]).toEqual([2, [note, note]])
})

test.each(
  [0x00, 0x1f, 0x22, 0x5c, 0x7f, 0x80, 0xc3, 0xef, 0xff].flatMap(odd =>
    [0, 1, 2, 3, 4, 5, 6, 7].map(place => [odd, place] as const),
  ),
)('byte %i at place %i of a text, which may be no UTF-8', (odd, place) => {
  const batch = batchWith([storedEvent(1, { message: 'abcdefgh' })])
  const bytes = Buffer.from(batch.bytes)
  bytes[bytes.indexOf('abcdefgh') + place] = odd
  expectSame({ ...batch, bytes: new Uint8Array(bytes) })
})

test('stops reading the events of a page when maxRows are written', async () => {
  let batches = 0
  async function* pages() {
    for (; batches < 9; batches++) yield [storedEvent(1), storedEvent(2)]
  }
  const table = { title: 'Events', columns: [], rows: [], count: 18 }
  const document: ReportDocument = {
    title: 'x',
    kind: 'query',
    timezone,
    generatedAt: 1_767_225_600,
    host: 'logs-1',
    maxRows: 3,
    sections: [{ ...emptySection, tables: [table], events: pages() }],
  }
  const out = new Collected()
  expect(await writeJson(document, out, new AbortController().signal)).toEqual({ cappedFrom: 18 })
  expect(JSON.parse(out.text).objects.map(({ id }: { id: number }) => id)).toEqual([1, 2, 1])
  expect(batches).toBe(1)
})
