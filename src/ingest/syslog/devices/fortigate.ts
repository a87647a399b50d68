import type { ParsedEvent } from '../../../schema/event/event.ts'
import { utc } from '../../../time/zone.ts'
import { COMMA, EQUALS, findByte, QUOTE, SPACE, skipSpaces, startsWithText } from '../parts/bytes.ts'
import type { ParseContext } from '../parts/context.ts'
import { names } from '../parts/names.ts'
import { isRepresentable } from '../time/calendar.ts'
import { epochMicros } from '../time/device-timestamp.ts'
import { readDay } from '../time/iso-timestamp.ts'
import { noOffset, parseClock, parseOffset } from '../time/timestamp.ts'

/** devname, eventtime and tz must be within these first bytes. */
const maxHeaderBytes = 512

/**
 * Reads a record of FortiOS: `date=2026-01-02 time=03:04:05 devname="FG1" ...` has host FG1. With
 * `isHeaderless` it also takes the time: eventtime (seconds to nanoseconds, by its length), otherwise date,
 * time and tz. Returns false and changes nothing for a record that does not begin with a date.
 */
export function readFortiGate(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
  isHeaderless: boolean,
): boolean {
  if (!startsWithText(bytes, start, end, 'date=') || end - start < 15) return false
  const day = readDay(bytes, start + 5)
  if (day < 0) return false
  event.program = 'FortiGate'
  const limit = Math.min(end, start + maxHeaderBytes)
  let clock = 0
  let offset = noOffset
  let eventTime = -1
  // FortiAnalyzer and `set format csv` separate the pairs by commas.
  const separator = start + 15 < end && bytes[start + 15] === COMMA ? COMMA : SPACE
  let at = start + 15
  while (at < limit) {
    at = skipSpaces(bytes, bytes[at] === COMMA ? at + 1 : at, limit)
    let equals = at
    while (equals < limit && bytes[equals] !== EQUALS && bytes[equals] !== SPACE) equals++
    if (equals >= limit || bytes[equals] !== EQUALS) break
    const isQuoted = bytes[equals + 1] === QUOTE
    const valueAt = isQuoted ? equals + 2 : equals + 1
    const valueEnd = findByte(bytes, valueAt, limit, isQuoted ? QUOTE : separator)
    // Keys of other lengths are not needed.
    switch (equals - at) {
      case 2:
        if (startsWithText(bytes, at, equals, 'tz')) offset = parseOffset(bytes, valueAt, valueEnd)
        break
      case 4:
        if (startsWithText(bytes, at, equals, 'time'))
          clock = Math.max(0, parseClock(bytes, valueAt, valueEnd))
        break
      case 7:
        if (startsWithText(bytes, at, equals, 'devname') && valueEnd > valueAt)
          event.host = names.intern(bytes, valueAt, valueEnd)
        break
      case 9:
        if (startsWithText(bytes, at, equals, 'eventtime')) eventTime = epochMicros(bytes, valueAt, valueEnd)
        break
    }
    at = isQuoted ? valueEnd + 1 : valueEnd
  }
  if (!isHeaderless) return true
  const wall = day * 86_400 + clock
  const dateMicros = (offset === noOffset ? (context.zone ?? utc).toUtc(wall) : wall - offset) * 1_000_000
  const micros = eventTime === -1 ? dateMicros : eventTime
  if (isRepresentable(micros)) event.ts = micros
  return true
}
