import type { EventCursor, Place } from '../query/event-batch.ts'
import { eventTypes, facilities, severities, statuses } from '../schema/event.ts'
import { type AsciiConstant, asciiConstant, type ByteWriter } from './byte-writer.ts'
import { localDates } from './local-date.ts'

export const empty = asciiConstant('')
/** Names of codes; none needs quotes of csv or escapes of JSON. */
export const codeNames = {
  severity: severities.map(asciiConstant),
  facility: facilities.map(asciiConstant),
  status: statuses.map(asciiConstant),
  type: eventTypes.map(asciiConstant),
}

/** The date of a second in the zone, behind this text; it holds until the next one. */
export function dateConstants(timezone: string, before: string): (second: number) => AsciiConstant {
  const date = localDates(timezone)
  let last = Number.NaN
  let stamp = empty
  return second => {
    if (second !== last) {
      last = second
      const text = before + date(second)
      if (text.length === stamp.length) stamp.bytes.write(text, 'latin1')
      else stamp = asciiConstant(text)
    }
    return stamp
  }
}

/** Whether all names and values of the tags are their own form in JSON, in the order in which an object has them. */
export function hasPlainTags(event: EventCursor): boolean {
  for (let index = 0; index < event.tagCount; index++) {
    const { path, value } = event.tag(index)
    if (!isPlainName(event.bytes, path) || !isPlain(event.bytes, value)) return false
  }
  return true
}

/** Adds the tags of an event that are plain as a JSON object, with `quote` for its quotes and `around` around it. There must be one. */
export function plainTagsWriter(quote: string, around: string) {
  const first = asciiConstant(`${around}{${quote}`)
  const toValue = asciiConstant(`${quote}:${quote}`)
  const next = asciiConstant(`${quote},${quote}`)
  const end = asciiConstant(`${quote}}${around}`)
  return (bytes: ByteWriter, event: EventCursor): void => {
    for (let index = 0; index < event.tagCount; index++) {
      const { path, value } = event.tag(index)
      bytes.constant(index === 0 ? first : next)
      bytes.copy(event, path.from, path.to)
      bytes.constant(toValue)
      bytes.copy(event, value.from, value.to)
    }
    bytes.constant(end)
  }
}

const [space, quote, percent, nine, backslash, beyond] = [0x20, 0x22, 0x25, 0x39, 0x5c, 0x80]

/** Whether this is its own form in JSON. */
function isPlain(bytes: Uint8Array, { from, to }: Place): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0
    if (byte < space || byte === quote || byte === backslash || byte >= beyond) return false
  }
  return true
}

/** The same of a name: nothing of it is escaped in the store either, and it is no number, which an object has in front of all others. */
function isPlainName(bytes: Uint8Array, place: Place): boolean {
  if ((bytes[place.from] ?? 0) <= nine) return false
  for (let at = place.from; at < place.to; at++) if (bytes[at] === percent) return false
  return isPlain(bytes, place)
}
