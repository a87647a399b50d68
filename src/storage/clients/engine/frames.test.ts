import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EventBatch } from '../../contract/event-store.ts'
import { FrameReader, frameHeader } from './frames.ts'

const anyPiece = fc.record({
  id: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
  rows: fc.nat(100_000),
  bytes: fc.uint8Array({ maxLength: 40 }),
})

test('pieces are the same however the pipe cuts them', () => {
  const pieces = fc.array(anyPiece, { maxLength: 5 })
  const cuts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(pieces, cuts, (sent, lengths) => {
      const wire = Buffer.concat(
        sent.flatMap(({ id, rows, bytes }) => [frameHeader(id, rows, bytes.length), bytes]),
      )
      const heard: ({ id: number } & EventBatch)[] = []
      const reader = new FrameReader((id, piece) => heard.push({ id, ...piece }))
      for (let at = 0, cut = 0; at < wire.length; cut++) {
        const length = lengths[cut % lengths.length] ?? 1
        reader.read(new Uint8Array(wire.subarray(at, at + length)))
        at += length
      }
      expect(heard).toEqual(sent)
      // Each chunk can be transferred: its memory holds nothing else.
      for (const { bytes } of heard) expect(bytes.buffer.byteLength).toBe(bytes.length)
    }),
  )
})

test('the bytes that it has read are given back', () => {
  const chunk = frameHeader(1, 0, 5)
  new FrameReader(() => {}).read(chunk)
  expect(chunk.length).toBe(0)
})

test('a piece of more than a gigabyte is invalid', () => {
  expect(() => new FrameReader(() => {}).read(frameHeader(1, 1, 2 ** 30 + 1))).toThrow(RangeError)
})
