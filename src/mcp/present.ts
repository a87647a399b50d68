import type { EventRecord } from '../schema/event-record.ts'
import { answerJson } from './answer-text.ts'

/** Characters of the items of one answer: leaves room for what an answer says besides. */
export const maxItemsLength = 50_000

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

/** The first items, as many as fit into so many characters; one at least. Reads no further than that. */
export function fitting<Item>(items: Iterable<Item>, maxLength = maxItemsLength): Item[] {
  const shown: Item[] = []
  let length = 0
  for (const item of items) {
    length += answerJson(item).length
    if (shown.length > 0 && length > maxLength) break
    shown.push(item)
  }
  return shown
}

/** A text, cut to so many characters of the answer, in which some are escaped, with the number of those left out. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength && escapedLength(text) <= maxLength) return text
  let end = 0
  for (let tooLong = Math.min(text.length, maxLength) + 1; tooLong - end > 1; ) {
    const middle = Math.floor((end + tooLong) / 2)
    if (escapedLength(text.slice(0, middle)) <= maxLength) end = middle
    else tooLong = middle
  }
  // Not between the halves of a character outside of the Basic Multilingual Plane.
  if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end--
  return `${text.slice(0, end)} [... ${text.length - end} more characters]`
}

function escapedLength(text: string): number {
  return answerJson(text).length - '""'.length
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

/** Events of a list, each made when it is read: most of a long list do not fit. */
export function* shownEvents(events: readonly EventRecord[], messageLength: number): Generator<object> {
  for (const event of events) yield shownEvent(event, messageLength)
}
