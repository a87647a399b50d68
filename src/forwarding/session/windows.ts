import type { StoredEvent } from '../../schema/event/event.ts'
import type { NewRow } from '../../storage/clients/row-binary/new-rows.ts'
import type { RowPosition } from '../../storage/contract/new-rows.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'

export interface WindowOptions {
  /** Length of a window, microseconds; 0: each occurrence is an event of its own. */
  windowMicros: number
  /** Whether the first event of a window is sent at once, and the number at its end counts the others. */
  firstAtOnce: boolean
  /** The deduplication window of the stored events, microseconds: equal events within it have one id. */
  storedWindowMicros: number
  /** Maximum open windows, and characters of their messages: beyond, the oldest end early. */
  maxWindows?: number
  maxCharacters?: number
}

interface Window {
  event: StoredEvent
  /** Id of the event that the end of the window sends. */
  id: string
  /** First and last occurrence that are not sent yet, microseconds; `counter`: their number. */
  ts: number
  last: number
  counter: number
  /** The end of the window, microseconds. */
  end: number
  /** The position before the rows that opened it. */
  place: RowPosition
}

/**
 * The deduplication of a forwarder: rows of the store become events to send. A window begins with an event's
 * first occurrence, and equal events within it become one event. Equal events have the same host, program,
 * facility, severity and message.
 *
 * A window of the store's length or less goes by the id of the stored event, which all its repeats have. With
 * `firstAtOnce`, its first row is then sent without opening a window: the first repeat opens the rest of it.
 * A longer window goes by content, over several stored events.
 */
export class Windows {
  readonly #options: WindowOptions
  /** Open windows by event id or content, in the order in which they were opened. */
  readonly #open = new Map<number | string, Window>()
  #characters = 0

  constructor(options: WindowOptions) {
    this.#options = options
  }

  /** The position before the rows of the oldest open window; undefined when no window is open. */
  get oldestPlace(): RowPosition | undefined {
    const [oldest] = this.#open.values()
    return oldest?.place
  }

  get size(): number {
    return this.#open.size
  }

  /** Adds a row. Returns the events to send now. `place`: a position before the row. */
  add(row: NewRow, place: RowPosition): OutgoingEvent[] {
    const { event, isRepeat } = row
    const { windowMicros, firstAtOnce, storedWindowMicros } = this.#options
    const times = timesOf(row)
    if (windowMicros === 0)
      return times.map((ts, index) => single(event, occurrenceId(row, times, index), ts))
    const [first = event.ts] = times
    // Stored events have windows of this length or longer, so equal ids are equal content. The first row of
    // an event needs no window before the event is repeated.
    const isById = windowMicros <= storedWindowMicros
    if (isById && !isRepeat && firstAtOnce) return [single(event, String(event.id), first)]
    const key = isById ? event.id : contentOf(event)
    const open = this.#open.get(key)
    if (open !== undefined && first < open.end) {
      if (open.counter === 0) open.ts = first
      open.last = Math.max(open.last, event.last)
      open.counter += event.counter
      return []
    }
    const sent = open === undefined ? [] : this.#end(key, open)
    // The event's first row was sent at once, without a window: this repeat opens the rest of that window.
    const isFirstRowSent = isById && isRepeat && firstAtOnce && first < event.ts + windowMicros
    const start = isFirstRowSent ? event.ts : first
    const id = occurrenceId(row, times, 0)
    const window = { event, last: event.last, end: start + windowMicros, place }
    if (firstAtOnce && !isFirstRowSent) {
      sent.push(single(event, id, first))
      const ts = times[1] ?? first
      // Its end reports the others, with an id of its own.
      this.#begin(key, { ...window, id: `${id}+`, ts, counter: event.counter - 1 })
    } else this.#begin(key, { ...window, id, ts: first, counter: event.counter })
    while (this.#isFull) {
      const [oldest] = this.#open
      if (oldest === undefined) break
      sent.push(...this.#end(...oldest))
    }
    return sent
  }

  /** Ends the windows that end at or before a time. Returns the events to send. */
  endUntil(micros: number): OutgoingEvent[] {
    const sent: OutgoingEvent[] = []
    for (const [key, window] of this.#open) if (window.end <= micros) sent.push(...this.#end(key, window))
    return sent
  }

  get #isFull(): boolean {
    const { maxWindows = 100_000, maxCharacters = 32_000_000 } = this.#options
    return this.#open.size > maxWindows || this.#characters > maxCharacters
  }

  #begin(key: number | string, window: Window): void {
    this.#open.set(key, window)
    this.#characters += window.event.message.length
  }

  #end(key: number | string, { event, id, ts, last, counter }: Window): OutgoingEvent[] {
    this.#open.delete(key)
    this.#characters -= event.message.length
    return counter === 0 ? [] : [outgoing(event, { id, ts, last, counter })]
  }
}

/** The times of the occurrences of a row, microseconds, ascending. */
function timesOf({ event, earlier }: NewRow): number[] {
  if (earlier.length === 0) return [event.last]
  return [...Float64Array.from([...earlier.map(distance => event.last - distance), event.last]).sort()]
}

/** The id of an occurrence of a row, which is equal each time that the row is read. */
function occurrenceId({ event, isRepeat }: NewRow, times: readonly number[], index: number): string {
  if (!isRepeat) return String(event.id)
  const time = times[index]
  // Several occurrences may have the same time.
  const equal = time === times[index - 1] ? index - times.indexOf(time ?? 0) : 0
  return `${event.id}-${time}${equal === 0 ? '' : `-${equal}`}`
}

function single(event: StoredEvent, id: string, ts: number): OutgoingEvent {
  return outgoing(event, { id, ts, last: ts, counter: 1 })
}

/** A text that is equal for equal events. */
function contentOf({ host, program, facility, severity, message }: StoredEvent): string {
  return `${facility} ${severity} ${host}\n${program}\n${message}`
}

/** An event that stands for some occurrences of a stored one. */
function outgoing(
  { host, program, facility, severity, mnemonic, message, status, tags }: StoredEvent,
  { id, ts, last, counter }: Pick<OutgoingEvent, 'id' | 'ts' | 'last' | 'counter'>,
): OutgoingEvent {
  return { id, ts, last, counter, host, program, facility, severity, mnemonic, message, status, tags }
}
