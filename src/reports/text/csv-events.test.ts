import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cursorOf, eventChunksOf } from '../../query/event-batch.ts'
import { runs } from '../../testing/depth.ts'
import type { Section } from '../document/document.ts'
import { sectionOf } from '../sections/section.ts'
import { answerOf } from '../testing/answers.ts'
import { anyEvent } from '../testing/any-event.ts'
import { Collected } from '../testing/collect.ts'
import { batchWith, storedEvent } from '../testing/event-stream.ts'
import { writeCsv } from './csv.ts'

const { signal } = new AbortController()
function sectionWith(batch: ReturnType<typeof batchWith>): Section {
  async function* batches() {
    for (const { events } of eventChunksOf({ ...batch, bytes: batch.bytes.slice() })) yield events
  }
  async function* cursors() {
    yield cursorOf(batch)
  }
  const totals = { ts_from: 0, ts_to: 60, count: batch.rows, occurrences: batch.rows }
  const query = answerOf('Search', { totals, events: { item_count: batch.rows, objects: [] } })
  const triggers = new Map([[1, [9, 7]]])
  const actions = [{ kind: 'email', status: 'done', detail: 'a, "b"' }]
  const fired = new Map([[1, [{ trigger: { id: 7, name: '=1' }, fired_at: 1.5, actions }]]])
  const events = { matching: batch.rows, triggers, fired, batches: batches(), cursors: cursors() }
  return sectionOf({ title: '', widget: undefined, answer: { query, events } })
}

async function csvOf(section: Section): Promise<Buffer> {
  const out = new Collected()
  const head = {
    title: 'x',
    kind: 'query',
    timezone: 'Asia/Kolkata',
    generatedAt: 0,
    host: 'h',
    maxRows: 1e6,
  } as const
  await writeCsv({ ...head, sections: [section] }, out, signal)
  return Buffer.from(out.bytes)
}

/** Expects the same bytes from the events' cells as from the engine's bytes. */
async function expectSame(batch: ReturnType<typeof batchWith>): Promise<Buffer> {
  const byCells = await csvOf({ ...sectionWith(batch), cursors: undefined })
  const byPlaces = await csvOf(sectionWith(batch))
  expect(byPlaces.toString()).toBe(byCells.toString())
  expect(byPlaces.equals(byCells)).toBe(true)
  return byPlaces
}

test('a row made of bytes is the row made of cells', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyEvent, { maxLength: 3 }), async some => {
      await expectSame(batchWith(some))
    }),
    { numRuns: runs(300) },
  )
})

test('triggers are the ids of the row and later ones, how many, and what they did', async () => {
  const rows = await expectSame(batchWith([storedEvent(1, { triggers: [7, 8] }), storedEvent(2)]))
  const [head, first, second] = rows.toString().split('\r\n')
  expect(head).toMatch(/,user_tags,trigger_ids,triggers_fired_count,triggers_fired_data$/)
  expect(first).toMatch(/,,"\[7,8,9\]",3,"\[\{""trigger"":\{""id"":7,""name"":""=1""\},.*\}\]"$/)
  expect(second).toMatch(/,,,0,$/)
})

test.each(
  [0x00, 0x0a, 0x22, 0x2c, 0x3d, 0x80, 0xc3, 0xef, 0xff].flatMap(odd =>
    [0, 1, 2, 3, 4, 5, 6, 7].map(place => [odd, place] as const),
  ),
)('byte %i at place %i of a text, which may be no UTF-8', async (odd, place) => {
  const batch = batchWith([storedEvent(1, { message: 'abcdefgh' })])
  const bytes = Buffer.from(batch.bytes)
  bytes[bytes.indexOf('abcdefgh') + place] = odd
  await expectSame({ ...batch, bytes: new Uint8Array(bytes) })
})

test('a batch that ends in the middle of an event is refused', async () => {
  const { bytes } = batchWith([storedEvent(1, { tags: { user: 'ann' } })])
  for (let length = 1; length < bytes.length; length++) {
    const cursor = cursorOf({ bytes: bytes.slice(0, length), rows: 1 })
    expect(() => cursor.next()).toThrow(RangeError)
  }
})
