import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { runs } from '../../testing/depth.ts'
import { utc } from '../../time/zone.ts'
import { eventOverrides } from './decode-settings.ts'
import { listenerKind, listenerKindNames } from './kinds.ts'

const context = { receivedAt: 1_790_000_000_000_000, sender: '192.0.2.9', zone: utc, maxMessageBytes: 64 }

const beginnings = [
  '',
  '<13>',
  '<34>1 2026-01-10T12:00:00Z h p - - [',
  '{"message": "',
  '{"short_message": "a", "level": 3, "_x": ',
  '{"message": {"message": 1}, "user_tags": {"a": [',
  '[{}]',
  '\x1f\x8b',
  '\x78\x9c',
]

describe.each(listenerKindNames)('%s', name => {
  const kind = listenerKind(name)

  test('makes an event or nothing of any bytes, and never fails', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...beginnings),
        fc.uint8Array({ maxLength: 100 }),
        fc.nat(9),
        (begin, rest, cut) => {
          const bytes = Buffer.concat([Buffer.from(begin, 'latin1'), rest])
          const event = kind.decode(bytes, 0, bytes.length, context, bytes.length + cut)
          if (event === undefined) return
          expect(Buffer.byteLength(event.message)).toBeLessThanOrEqual(3 * (bytes.length + 1) + 64)
          expect(event.host).not.toBe('')
          expect(Number.isSafeInteger(event.ts)).toBe(true)
        },
      ),
      { numRuns: runs(300) },
    )
  })

  if (kind.transport !== 'udp') {
    test('gives the same frames however its bytes are cut', () => {
      const bytes = fc.string({
        unit: fc.constantFrom('<', '>', '1', '5', ' ', 'a', '\n', '\0', '\r', '{', '}', '5 <13>', '12 <13>'),
        maxLength: 80,
      })
      fc.assert(
        fc.property(bytes, fc.array(fc.nat(80), { maxLength: 10 }), (stream, cuts) => {
          const ends = [...cuts, stream.length].sort((a, b) => a - b)
          const pieces = ends.map((end, i) => stream.slice(ends[i - 1] ?? 0, end))
          expect(framesOf(pieces)).toEqual(framesOf([stream]))
        }),
        { numRuns: 200 },
      )
    })

    function framesOf(pieces: readonly string[]): [string, number][] {
      const frames: [string, number][] = []
      if (kind.transport === 'udp') return frames
      const framer = kind.framer({
        maxFrameBytes: 40,
        onFrame: (bytes, start, end, length) => frames.push([bytes.toString('latin1', start, end), length]),
      })
      for (const piece of pieces) framer.feed(Buffer.from(piece, 'latin1'))
      framer.end()
      return frames
    }
  }

  test('lets its listener say what goes before what events say themselves', () => {
    const marks = eventOverrides({
      name: 'it',
      kind: name,
      address: { host: '127.0.0.1', port: 0 },
      program: 'pix',
      sourceTag: 'outside',
      senderTag: 'Sender',
      tags: { site: 'dmz', app: 'ours' },
    })
    for (const text of [
      'plain',
      '{"message": "a", "user_tags": {"app": "theirs"}}',
      '{"short_message": "a", "_app": "b"}',
    ]) {
      const bytes = Buffer.from(text)
      const read = (): ParsedEvent | undefined => kind.decode(bytes, 0, bytes.length, context, bytes.length)
      const event = read()
      if (event === undefined) continue
      marks?.(event, '192.0.2.1')
      expect(event).toMatchObject({ program: 'pix', extra: { _source_tag: 'outside' } })
      expect(event.tags).toMatchObject({ site: 'dmz', app: 'ours', Sender: '192.0.2.1' })
      // The next event gets nothing of it.
      expect([read()?.extra._source_tag, read()?.tags.site]).toEqual([undefined, undefined])
    }
  })
})
