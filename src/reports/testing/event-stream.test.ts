import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventChunksOf } from '../../query/event-batch.ts'
import { batchWith, storedEvent } from './event-stream.ts'

const anyText = fc.oneof(fc.string({ maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 40 }))
const anyName = fc.oneof(anyText, fc.constantFrom('__proto__', 'Src.Port', 'a%2eb', '7', 'constructor'))
const anyTags = fc.uniqueArray(fc.tuple(anyName, anyText), { selector: ([name]) => name, maxLength: 6 })
const anyEvent = fc.record({
  id: fc.maxSafeNat(),
  ts: fc.maxSafeInteger(),
  last: fc.maxSafeInteger(),
  counter: fc.nat(),
  host: anyText,
  message: fc.oneof(anyText, fc.string({ minLength: 100, maxLength: 300 })),
  severity: fc.nat(255),
  tags: anyTags,
})

const read = (batch: ReturnType<typeof batchWith>) => [...eventChunksOf(batch)]

test('a batch holds its events, and equal ones have equal bytes in whatever order their tags are', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 5 }), events => {
      const made = (of: (tags: [string, string][]) => [string, string][]) =>
        events.map(({ tags, ...event }) =>
          storedEvent(event.id, { ...event, tags: Object.fromEntries(of(tags)) }),
        )
      const [there, back] = [made(tags => tags), made(tags => tags.toReversed())]
      const [first, second] = [read(batchWith(there)), read(batchWith(back))]
      expect(first.flatMap(piece => piece.events)).toEqual(there)
      expect(Buffer.concat(second.map(piece => piece.bytes))).toEqual(
        Buffer.concat(first.map(piece => piece.bytes)),
      )
    }),
    { numRuns: 200 },
  )
})

test('an answer that ends in the middle is no batch', () => {
  const { bytes } = batchWith([storedEvent(1, { tags: { user: 'ann' } })])
  for (let length = 1; length < bytes.length; length++) {
    expect(() => read({ bytes: bytes.slice(0, length), rows: 1 })).toThrow(RangeError)
  }
})
