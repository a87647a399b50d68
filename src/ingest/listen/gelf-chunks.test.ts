import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chunked } from '../receivers/testing/gelf.ts'
import { type ChunkBounds, GelfChunks, isGelfChunk } from './gelf-chunks.ts'

const roomy: ChunkBounds = { maxBytes: 1_000_000, maxSenderBytes: 500_000 }
const now = 1_000

/** Counts refused messages. */
class CountedChunks extends GelfChunks {
  lost = 0
  bad = 0

  constructor(bounds: ChunkBounds) {
    super(bounds, (reason, messages) => {
      if (reason === 'incomplete') this.lost += messages
      else this.bad += messages
    })
  }
}

function texts(chunks: GelfChunks, datagrams: readonly Buffer[], sender = '192.0.2.1'): string[] {
  return datagrams.flatMap(datagram => chunks.take(datagram, sender, now)?.toString() ?? [])
}

it.each([
  ['a chunk', Buffer.from([0x1e, 0x0f, 0]), true],
  ['JSON', Buffer.from('{}'), false],
  ['gzip', Buffer.from([0x1f, 0x8b]), false],
  ['nothing', Buffer.alloc(0), false],
])('%s is distinguished from the rest', (_, bytes, is) => expect(isGelfChunk(bytes)).toBe(is))

it('messages come whole however their chunks are mixed, doubled and named alike', () => {
  const message = fc.record({ text: fc.string({ minLength: 1, maxLength: 300 }), sender: fc.nat(2) })
  fc.assert(
    fc.property(
      fc.array(message, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 3, max: 60 }),
      fc.infiniteStream(fc.nat()),
      (messages, size, random) => {
        // Message numbers restart with each sender, so that names are the same.
        const seen = [0, 0, 0]
        const datagrams = messages.flatMap(({ text, sender }) => {
          const id = seen[sender] ?? 0
          seen[sender] = id + 1
          return chunked(Buffer.from(text), id, size).map(bytes => ({ bytes, sender: `10.0.0.${sender}` }))
        })
        const mixed = datagrams
          .map(one => ({ one, at: random.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one)
        const chunks = new CountedChunks(roomy)
        const came: string[] = []
        for (const { bytes, sender } of mixed) {
          const whole = chunks.take(bytes, sender, now)
          if (whole !== undefined) came.push(whole.toString())
          // A repeated chunk of an incomplete message.
          else expect(chunks.take(bytes, sender, now)).toBeUndefined()
        }
        expect(came.sort()).toEqual(messages.map(({ text }) => text).sort())
        expect([chunks.waiting, chunks.memoryBytes, chunks.lost, chunks.bad]).toEqual([0, 0, 0, 0])
      },
    ),
  )
})

it('a message of 128 chunks is taken, and of more none', () => {
  const chunks = new CountedChunks(roomy)
  const long = 'x'.repeat(128)
  expect(texts(chunks, chunked(Buffer.from(long), 1, 1))).toEqual([long])
  const [chunk = Buffer.alloc(0)] = chunked(Buffer.from('ab'), 2, 1)
  chunk[11] = 129
  expect(texts(chunks, [chunk])).toEqual([])
  expect(chunks.bad).toBe(1)
})

it.each<[string, number[]]>([
  ['without a header', [0x1e, 0x0f, 1, 2]],
  ['of none', [0x1e, 0x0f, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 65]],
  ['behind the last', [0x1e, 0x0f, 1, 2, 3, 4, 5, 6, 7, 8, 2, 2, 65]],
])('a chunk %s is bad', (_, bytes) => {
  const chunks = new CountedChunks(roomy)
  expect(chunks.take(Buffer.from(bytes), 'a', now)).toBeUndefined()
  expect([chunks.bad, chunks.waiting]).toEqual([1, 0])
})

it('a chunk that counts the others otherwise is bad, and the message continues', () => {
  const chunks = new CountedChunks(roomy)
  const [first, second] = chunked(Buffer.from('abcd'), 1, 2)
  const [, other] = chunked(Buffer.from('abcdef'), 1, 2)
  if (!first || !second || !other) throw new Error('there are so many')
  expect(texts(chunks, [first, other, second])).toEqual(['abcd'])
  expect(chunks.bad).toBe(1)
})

it('a duplicate that arrives after its message was complete is ignored', () => {
  const chunks = new CountedChunks(roomy)
  const [first, second] = chunked(Buffer.from('abcd'), 1, 2)
  if (!first || !second) throw new Error('there are two')
  expect(texts(chunks, [first, second, first, second, second])).toEqual(['abcd'])
  chunks.end()
  expect([chunks.waiting, chunks.memoryBytes, chunks.lost, chunks.bad]).toEqual([0, 0, 0, 0])
})

it('another message of the same sender and id is taken', () => {
  const chunks = new CountedChunks(roomy)
  const datagrams = ['abcd', 'efgh', 'abcd'].flatMap(text => chunked(Buffer.from(text), 1, 2))
  expect(texts(chunks, datagrams)).toEqual(['abcd', 'efgh', 'abcd'])
  chunks.end()
  expect(chunks.lost).toBe(0)
})

it('a message that is not complete after five seconds is given up', () => {
  const chunks = new CountedChunks(roomy)
  const [first, second] = chunked(Buffer.from('abcd'), 1, 2)
  if (!first || !second) throw new Error('there are two')
  chunks.take(first, 'a', now)
  chunks.expire(now + 4_999)
  expect([chunks.waiting, chunks.lost]).toEqual([1, 0])
  // Too late for the first chunk: it waits for it again.
  expect(chunks.take(second, 'a', now + 5_000)).toBeUndefined()
  expect([chunks.waiting, chunks.lost]).toEqual([1, 1])
  chunks.end()
  expect([chunks.waiting, chunks.memoryBytes, chunks.lost]).toEqual([0, 0, 2])
})

it('whatever half messages are sent, no more is held than the bounds allow, and others are not harmed', () => {
  const bounds = { maxBytes: 60_000, maxSenderBytes: 20_000 }
  const chunks = new CountedChunks(bounds)
  const [half, rest] = chunked(Buffer.from('a neighbour'), 0, 8)
  if (!half || !rest) throw new Error('there are two')
  chunks.take(half, 'neighbour', now)
  for (let id = 0; id < 1_000; id++) {
    for (const bytes of chunked(Buffer.alloc(1_000 + (id % 700)), id, 500).slice(1))
      chunks.take(bytes, 'flood', now)
    expect(chunks.memoryBytes).toBeLessThanOrEqual(bounds.maxSenderBytes + 2_000)
  }
  expect(chunks.lost).toBeGreaterThan(900)
  expect(chunks.take(rest, 'neighbour', now)?.toString()).toBe('a neighbour')

  for (let sender = 0; sender < 300; sender++) {
    for (const bytes of chunked(Buffer.alloc(1_500), 1, 500).slice(1))
      chunks.take(bytes, `10.0.${sender}`, now)
    expect(chunks.memoryBytes).toBeLessThanOrEqual(bounds.maxBytes)
  }
})
