import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyFormats, type EventFormat, socketFormats } from './formats.ts'
import { numberPlaceholder, PreparedEvents } from './prepared-events.ts'
import { bareFrame, countedFrame, type Frame, lineFrame, nulFrame } from './supply.ts'

const formats: readonly [string, EventFormat][] = Object.entries({ ...socketFormats, ...bodyFormats })
const frames: readonly [string, Frame][] = [
  ['lines', lineFrame],
  ['counted', countedFrame],
  ['nul', nulFrame],
  ['members', bareFrame(',')],
]
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constant(numberPlaceholder),
      fc.constantFrom('"', '\\', '\n', '{'),
    ),
  )
  .map(parts =>
    parts.map(part => (part === numberPlaceholder ? part : part.replace(/[\x01\x7f]/g, ''))).join(''),
  )
const event = fc.record({
  host: fc.constantFrom('web-1', `host-${numberPlaceholder}`, 'Größe 1', ''),
  program: fc.constantFrom('sshd', '', 'a b'),
  pid: fc.constantFrom('', '42'),
  priority: fc.integer({ min: 0, max: 191 }),
  message: text,
})

test.each(formats.flatMap(([format, f]) => frames.map(([frame, g]) => ({ format, frame, f, g }))))(
  'a block of $format in $frame is what writing each event again makes',
  ({ f, g }) => {
    fc.assert(
      fc.property(
        fc.array(event, { minLength: 1, maxLength: 6 }),
        fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat({ max: 9_999_999_000 }), fc.nat({ max: 1e9 })), {
          maxLength: 4,
        }),
        (events, uses) => {
          const block = new PreparedEvents(events, f, g)
          expect(block.events).toBe(events.length)
          for (const [a, b, first, second] of uses) {
            const from = a % events.length
            const to = from + 1 + (b % (events.length - from))
            const micros = (1_000_000_000 + second) * 1e6 + (a % 1e6)
            const batch = block.stamped(from, to, first, micros)
            const numbered = events.slice(from, to).map((one, i) => {
              const number = String(first + i).padStart(10, '0')
              const { host, message } = one
              return {
                ...one,
                host: host.replaceAll(numberPlaceholder, number),
                message: message.replaceAll(numberPlaceholder, number),
              }
            })
            const wanted = numbered.map(one => g.frame(f.write({ ...one, micros }, f.time(micros)), 'utf8'))
            const made = [...batch.starts].map((start, i) =>
              batch.bytes.toString('utf8', start, batch.ends[i]),
            )
            expect(made).toEqual(wanted)
            expect(batch.bytes.toString('utf8', batch.starts[0], batch.ends.at(-1))).toBe(
              wanted.join(g.separator),
            )
          }
        },
      ),
      { numRuns: 30 },
    )
  },
)

test('moments are as wide in 2001 as in 2255', () => {
  for (const [, format] of formats) {
    const widths = [1e15, 1_767_225_600_000_001, Number.MAX_SAFE_INTEGER].map(
      micros => format.time(micros).length,
    )
    expect(new Set(widths).size).toBe(1)
  }
})
