import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EVENT_SYSLOG, EVENT_UNKNOWN, type ParsedEvent } from '../../schema/event/event.ts'
import { runs } from '../../testing/depth.ts'
import { zoneOf } from '../../time/zone.ts'
import { parseSyslog } from './parse.ts'
import { forms } from './testing/forms.ts'
import { relayTables } from './testing/relays.ts'
import { receivedAt, sender } from './testing/row.ts'
import { tables } from './testing/tables.ts'

const lines = [...tables.map(({ rows }) => rows), ...relayTables.map(([, rows]) => rows), forms].flatMap(
  rows => rows.map(row => Buffer.from(row.line)),
)
const zone = zoneOf('Europe/Berlin')
const context = { receivedAt, sender, zone, maxMessageBytes: 2_048 }

/** One change: bytes [at, at + removed), as shares of the line, become `inserted`. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.nat(12),
  inserted: fc.oneof(
    fc.uint8Array({ maxLength: 6 }),
    fc
      .constantFrom(
        '<',
        '>',
        '[',
        ']',
        '"',
        '\\',
        ':',
        ' ',
        '%',
        '-',
        '\t',
        '\0',
        '=',
        ',',
        '*',
        '0',
        '9',
        '  ',
        'Feb 29 ',
        ' UTC',
        '1 ',
      )
      .map(text => Buffer.from(text)),
    fc.constantFrom(...lines).map(line => line.subarray(0, 40)),
  ),
})
const mutated = fc
  .tuple(fc.constantFrom(...lines), fc.array(change, { minLength: 1, maxLength: 4 }))
  .map(([line, changes]) =>
    changes.reduce((bytes, { at, removed, inserted }) => {
      const from = Math.floor(at * bytes.length)
      return Buffer.concat([bytes.subarray(0, from), inserted, bytes.subarray(from + removed)])
    }, line),
  )
const anyFrame = fc.oneof(
  { weight: 9, arbitrary: mutated },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes)) },
)

/**
 * The faults of an event. Plain checks: expect() for each of a hundred thousand would take most of the time.
 */
function faultsOf(event: ParsedEvent, frame: Uint8Array): string[] {
  const faults: string[] = []
  const check = (holds: boolean, fault: string): void => {
    if (!holds) faults.push(fault)
  }
  check(Number.isSafeInteger(event.ts) && event.ts >= 0, 'ts')
  check(event.host !== '' && event.host.length <= 512, 'host')
  check(Number.isInteger(event.facility) && event.facility >= 0 && event.facility <= 23, 'facility')
  check(Number.isInteger(event.severity) && event.severity >= 0 && event.severity <= 7, 'severity')
  check(event.type === EVENT_SYSLOG || event.type === EVENT_UNKNOWN, 'type')
  check(event.program.length <= 255 && event.mnemonic.length <= 64, 'length of program or mnemonic')
  for (const text of [event.host, event.program, event.mnemonic, event.message]) {
    check(text.isWellFormed(), `not well-formed: ${text}`)
    check(text.length <= Math.max(frame.length, sender.length), `longer than the frame: ${text}`)
  }
  for (const value of Object.values(event.extra).flat())
    check(typeof value === 'number' || (typeof value === 'string' && value.isWellFormed()), `extra: ${value}`)
  return faults
}

test('whatever a line is made into, it is an event', () => {
  fc.assert(
    fc.property(anyFrame, frame => {
      expect(faultsOf(parseSyslog(frame, 0, frame.length, context), frame)).toEqual([])
    }),
    { numRuns: runs(10_000) },
  )
})

test('an event depends on the bytes of its frame alone', () => {
  fc.assert(
    fc.property(
      anyFrame,
      fc.constantFrom(...lines),
      fc.uint8Array({ maxLength: 8 }),
      (frame, before, behind) => {
        const alone = parseSyslog(frame, 0, frame.length, context)
        const among = Buffer.concat([before, frame, behind, before])
        const start = before.length
        expect(parseSyslog(among, start, start + frame.length, context)).toEqual(alone)
      },
    ),
    { numRuns: runs(5_000) },
  )
})

test('every beginning of every golden line is an event', () => {
  const wrong: string[] = []
  for (const line of lines) {
    for (let length = 0; length < line.length; length++) {
      // Followed by the rest of the line, as in a buffer that was cut at the limit.
      const event = parseSyslog(line, 0, length, context)
      const alone = parseSyslog(Buffer.from(line.subarray(0, length)), 0, length, context)
      if (faultsOf(event, line).length > 0 || JSON.stringify(event) !== JSON.stringify(alone))
        wrong.push(line.toString('utf8', 0, length))
    }
  }
  expect(wrong).toEqual([])
})
