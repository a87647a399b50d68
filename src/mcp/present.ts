import type { EventRecord } from '../schema/event-record.ts'

/** Characters of the items of one answer. A model reads some four of them as one token. */
const maxItemsLength = 60_000

/** ISO 8601, UTC, to the millisecond; of whole seconds without a fraction. */
export function isoTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z')
}

/** The range that an answer is about. */
export function shownRange({ ts_from, ts_to }: { ts_from: number; ts_to: number }): {
  from: string
  to: string
} {
  return { from: isoTime(ts_from), to: isoTime(ts_to) }
}

/** The first items, as many as an answer may hold; one at least. */
export function fitting<Item>(items: readonly Item[]): Item[] {
  let length = 0
  const end = items.findIndex((item, index) => {
    length += JSON.stringify(item).length
    return index > 0 && length > maxItemsLength
  })
  return end < 0 ? [...items] : items.slice(0, end)
}

/** A text, cut to so many characters, with the number of those left out. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  // Not between the halves of a character outside of the Basic Multilingual Plane.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(maxLength - 1)) ? maxLength - 1 : maxLength
  return `${text.slice(0, end)} [... ${text.length - end} more characters]`
}

/** An event in a list: what tells it from others. */
export function shownEvent(event: EventRecord, messageLength: number): object {
  const { _id, last_occurrence, first_occurrence, counter, host, program, severity_name, message } = event
  return {
    id: _id,
    time: isoTime(last_occurrence),
    ...(counter > 1 && { occurrences: counter, first: isoTime(first_occurrence) }),
    host,
    ...(program !== '' && { program }),
    severity: severity_name,
    message: cutText(message, messageLength),
  }
}
