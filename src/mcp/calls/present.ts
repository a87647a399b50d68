// Forms of values in answers: times, ranges, events, lists that fit, and notes about further pages.

import type { EventRecord } from '../../schema/event/event-record.ts'
import { answerJson } from './answer-text.ts'

/** Maximum characters of the items of one answer; leaves room for the rest of the answer. */
export const maxItemsLength = 50_000

/** ISO 8601, UTC, to the millisecond; whole seconds without a fraction. */
export function isoTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z')
}

/** A range as answers show it. */
export function shownRange({ ts_from, ts_to }: { ts_from: number; ts_to: number }): {
  from: string
  to: string
} {
  return { from: isoTime(ts_from), to: isoTime(ts_to) }
}

/**
 * The first items that fit into `maxLength` characters; at least one if there is any. Stops reading after
 * them.
 */
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

/**
 * A text truncated to `maxLength` characters of the answer (escapes count in full), with the number of
 * characters left out.
 */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength && escapedLength(text) <= maxLength) return text
  // Finds the last end that fits, by bisection.
  let end = 0
  for (let tooLong = Math.min(text.length, maxLength) + 1; tooLong - end > 1; ) {
    const middle = Math.floor((end + tooLong) / 2)
    if (escapedLength(text.slice(0, middle)) <= maxLength) end = middle
    else tooLong = middle
  }
  // Never splits a character outside of the Basic Multilingual Plane.
  if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end--
  return `${text.slice(0, end)} [... ${text.length - end} more characters]`
}

function escapedLength(text: string): number {
  return answerJson(text).length - '""'.length
}

/** An event as lists show it, with a truncated message. */
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

/** Events of a list, each formatted only when it is read: most of a long list do not fit. */
export function* shownEvents(events: readonly EventRecord[], messageLength: number): Generator<object> {
  for (const event of events) yield shownEvent(event, messageLength)
}

/**
 * The member `more` of an answer with one page of a list: that some items of the page do not fit into the
 * answer, or that further pages follow. `advice`: what the caller should ask for to make all fit.
 */
export function moreOfList({
  items,
  shown,
  onPage,
  page,
  pageCount,
  advice = 'a smaller limit',
}: {
  items: 'alerts' | 'events' | 'firings' | 'hosts' | 'triggers'
  shown: number
  onPage: number
  page: number
  pageCount: number
  advice?: string
}): { more?: string } {
  if (shown < onPage) return { more: `Only ${shown} of ${onPage} ${items} fit: ask for ${advice}.` }
  return page < pageCount ? { more: `Page ${page} of ${pageCount}; the next one is page ${page + 1}.` } : {}
}
