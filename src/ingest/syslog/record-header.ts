import type { ParsedEvent } from '../../schema/event/event.ts'
import { utc, type Zone } from '../../time/zone.ts'
import { byteAt, EQUALS, findByte, isLetter, QUOTE, SPACE, TAB } from './parts/bytes.ts'
import type { ParseContext } from './parts/context.ts'
import { names } from './parts/names.ts'
import { readBsdTimestamp } from './time/bsd-timestamp.ts'
import { daysInMonth, daysSinceEpoch, isRepresentable } from './time/calendar.ts'
import { epochMicros } from './time/device-timestamp.ts'
import { noOffset, parseOffset, Timestamp } from './time/timestamp.ts'
import { zoneOffset } from './time/zone-name.ts'

/** Time and host must be within these first bytes. */
const maxHeaderBytes = 512
/** Maximum pairs that are looked at; 512 bytes rarely have more. */
const maxPairs = 40
/** Maximum bytes of a time without quotes. */
const maxTimeBytes = 48
/** Maximum bytes of a key; longer ones are cut at the front and so match no known key. */
const maxKeyBytes = 16
const timeKeys = new Set(['time', 'timestamp', 'datetime', 'eventtime', 'devTime', 'rt'])
const hostKeys = new Set(['devname', 'device_name', 'dvchost'])
const timestamp = new Timestamp()

/**
 * Reads time and host from the `key=value` pairs of a text without a syslog header: `time="2026-01-02
 * 03:04:05 UTC" dvchost=fw-1`. SonicWall, Stormshield, Sophos, CEF and others write them only there. Keeps
 * the event's time and host if the text has none that can be read.
 */
export function readRecordHeader(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
): void {
  const limit = Math.min(end, start + maxHeaderBytes)
  let time = ''
  let timeAt = -1
  let date = ''
  let zone = ''
  let at = start
  for (let pairs = 0; pairs < maxPairs; pairs++) {
    const equals = findByte(bytes, at, limit, EQUALS)
    if (equals + 1 >= limit) break
    const isQuoted = bytes[equals + 1] === QUOTE
    const valueAt = isQuoted ? equals + 2 : equals + 1
    at = isQuoted ? findByte(bytes, valueAt, limit, QUOTE) : valueAt
    const key = keyBefore(bytes, start, equals)
    if (timeKeys.has(key) && timeAt === -1) {
      timeAt = valueAt
      time = bytes.toString('latin1', valueAt, isQuoted ? at : unquotedEnd(bytes, valueAt, limit))
    } else if (key === 'date') date = bytes.toString('latin1', valueAt, Math.min(limit, valueAt + 10))
    else if (key === 'tz' || key === 'timezone')
      zone = bytes.toString('latin1', valueAt, valueEnd(bytes, valueAt, limit, isQuoted))
    else if (hostKeys.has(key)) {
      const hostEnd = valueEnd(bytes, valueAt, limit, isQuoted)
      if (hostEnd > valueAt) event.host = names.intern(bytes, valueAt, hostEnd)
    }
  }
  if (timeAt === -1) return
  const local = context.zone ?? utc
  // FortiGate's style: `date=2026-01-02 time=03:04:05`.
  let micros = readTime(time[2] === ':' ? `${date} ${time}` : time, zone, local)
  // CEF's style: `rt=Jan 02 2026 03:04:05`.
  if (micros === -1 && readBsdTimestamp(bytes, timeAt, end, context.receivedAt, local, timestamp) !== -1)
    micros = timestamp.micros
  if (micros !== -1 && isRepresentable(micros)) event.ts = micros
}

/** The key that ends at `equals`: letters and `_`. */
function keyBefore(bytes: Buffer, start: number, equals: number): string {
  const limit = Math.max(start, equals - maxKeyBytes)
  let at = equals
  while (at > limit && (isLetter(byteAt(bytes, at - 1)) || bytes[at - 1] === 0x5f)) at--
  return bytes.toString('latin1', at, equals)
}

/** The end of an unquoted value with spaces: in `time=2026-01-02 03:04 host=a`, the space before `host`. */
function unquotedEnd(bytes: Uint8Array, at: number, limit: number): number {
  const end = Math.min(limit, at + maxTimeBytes)
  const equals = findByte(bytes, at, end, EQUALS)
  if (equals === end) return end
  let next = equals
  while (next > at && bytes[next - 1] !== SPACE && bytes[next - 1] !== TAB) next--
  return next > at ? next - 1 : equals
}

/** The end of a value: its closing quote, or the first white space or quote after an unquoted one. */
function valueEnd(bytes: Uint8Array, at: number, limit: number, isQuoted: boolean): number {
  let next = at
  while (
    next < limit &&
    bytes[next] !== QUOTE &&
    (isQuoted || (bytes[next] !== SPACE && bytes[next] !== TAB))
  )
    next++
  return next
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
/** `2026-01-02T03:04:05.678+01:00`, `2026/1/2 03:04:05 UTC`, `2026-Jan-02 3:04 AM (UTC-00:00)`. */
const dateAndTime = new RegExp(
  [
    /^(?<year>\d{4})[-/](?<month>\d\d?|[a-z]{3})[-/](?<day>\d\d?)/,
    /[t ](?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?/,
    /(?: ?(?<amPm>[ap])m)?(?: ?\(?(?<zone>z|[a-z]{2,5})?(?<offset>[+-]\d\d:?\d\d)?)?/,
  ]
    .map(({ source }) => source)
    .join(''),
  'i',
)

/**
 * Microseconds of a time as in `dateAndTime`, or of a Unix time; -1 for anything else. `zoneName`: the zone
 * that the record names in a pair of its own, '' for none; `zone`: applies if the record names none.
 */
function readTime(text: string, zoneName: string, zone: Zone): number {
  const digits = Buffer.from(/^\d{10,19}/.exec(text)?.[0] ?? '', 'latin1')
  if (digits.length > 0) return epochMicros(digits, 0, digits.length)
  const groups = dateAndTime.exec(text)?.groups
  if (groups === undefined) return -1
  const { month: monthText = '', second: secondText = '0', fraction = '', amPm } = groups
  const year = Number(groups.year)
  const month = monthText.length === 3 ? months.indexOf(monthText.toLowerCase()) + 1 : Number(monthText)
  const day = Number(groups.day)
  let hour = Number(groups.hour)
  if (amPm !== undefined) hour = (hour % 12) + (amPm.toLowerCase() === 'p' ? 12 : 0)
  const minute = Number(groups.minute)
  const second = Number(secondText)
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return -1
  if (hour > 23 || minute > 59 || second > 60) return -1
  const wall = daysSinceEpoch(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
  const offsetSeconds = offsetOf(groups.offset ?? groups.zone ?? zoneName)
  const seconds = offsetSeconds === undefined ? zone.toUtc(wall) : wall - offsetSeconds
  return seconds * 1_000_000 + Number(fraction.padEnd(6, '0').slice(0, 6))
}

/** Seconds east of UTC of `+0100` or `CET`; undefined for other texts. */
function offsetOf(text: string): number | undefined {
  const bytes = Buffer.from(text, 'latin1')
  const offset = parseOffset(bytes, 0, bytes.length)
  return offset === noOffset ? zoneOffset(text) : offset
}
