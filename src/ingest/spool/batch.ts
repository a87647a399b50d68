import { setImmediate } from 'node:timers/promises'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { TemplateWriter } from '../templates/template-writer.ts'
import { MatchCollector } from '../triggers/match-collector.ts'
import type { MatchTarget } from '../triggers/trigger-set.ts'
import type { IdempotentAnswer } from './idempotency-log.ts'
import { RepeatRows } from './rows/repeat-rows.ts'
import { RowBuffer } from './rows/row-buffer.ts'
import type { RowContent } from './rows/row-content.ts'
import { RowNames } from './rows/row-names.ts'

/** Span of event time of one spool file. Limited, since an insert writes a part of the table for each day. */
const spanMicros = 8 * 86_400 * 1_000_000
const minuteMicros = 60_000_000
/** Repeat rows that are encoded before sockets are read again. */
const rowsPerTurn = 2_000

/** Bytes of the columns id, ts, first, repeat, count and earlier (empty) of a first row. */
const firstRowHeadBytes = 8 + 8 + 8 + 1 + 4 + 1

// Batches and spool files so far, in this process.
let batchCount = 0
let fileCount = 0

/** Shared by all batches, since known templates outlive them. */
const templates = new TemplateWriter()

/** The rows of one spool file in memory. */
export interface SpanRows {
  /** Number of the span of event time: `ts` of each row divided by `spanMicros`, rounded down. */
  span: number
  /** Number of the file for TemplateWriter, unique in this process. Not the sequence number in its name. */
  file: number
  rows: number
  /** The highest id of the events that begin in it; 0 for none. */
  lastId: number
  buffer: RowBuffer
  /** Minutes since the epoch that have rows. */
  minutes: Set<number>
  names: RowNames
  /** Minutes that have repeat rows. */
  repeatMinutes: Set<number>
  /** The trigger matches of the rows. Set by `finish`; absent if there are none. */
  matches?: MatchCollector
}

/**
 * The rows of one commit, by span of event time; each span becomes a spool file. First rows are encoded at
 * once. Repeats are collected, and encoded when the batch is cut.
 */
export class Batch {
  /** Unique number of the batch: a row that `appendRepeat` returns is valid only in its own batch. */
  number = batchCount++
  /** Number of first rows. */
  firsts = 0
  /** Answers to idempotent requests, to remember with this commit; see IdempotencyLog. */
  readonly answers: IdempotentAnswer[] = []
  readonly #repeats = new RepeatRows()
  readonly #spans = new Map<number, SpanRows>()
  readonly #matches = new Map<number, MatchCollector>()
  /** Memory of files of earlier commits, for the next files. */
  readonly #spare: { buffer: RowBuffer; names: RowNames }[] = []
  // Span and minute of the last row, which the next row mostly shares.
  #span: SpanRows | undefined
  #minute = -1
  #minuteSpan: SpanRows | undefined
  /** Bytes of the first rows. */
  #bytes = 0

  get rows(): number {
    return this.firsts + this.#repeats.size
  }

  /** Number of occurrences in repeat rows. */
  get duplicates(): number {
    return this.#repeats.occurrences
  }

  get events(): number {
    return this.firsts + this.duplicates
  }

  /** Upper bound of the bytes of the spool files, without trigger matches. */
  get bytes(): number {
    return this.#bytes + this.#repeats.bytes
  }

  /** Number of values and seconds that triggers count in the batch. */
  get triggerKeys(): number {
    let keys = 0
    for (const matches of this.#matches.values()) keys += matches.keyCount
    return keys
  }

  appendFirst(content: RowContent, id: number, ts: number): void {
    const span = this.#spanAt(ts)
    const { buffer } = span
    span.lastId = Math.max(span.lastId, id)
    const start = buffer.length
    buffer.reserve(firstRowHeadBytes + content.end - content.start)
    // The columns id, ts, first, repeat, count and earlier (schema/event/row.ts).
    buffer.uint53(id)
    buffer.uint53(ts)
    buffer.uint53(ts)
    buffer.uint8(0)
    buffer.uint32(1)
    buffer.uint8(0)
    const at = buffer.length
    buffer.copy(content.bytes, content.start, content.end)
    endRow(span, at, content.messageStart - content.start)
    this.#bytes += buffer.length - start
    this.firsts++
  }

  /** Adds a further occurrence. `newest` and the result: row numbers of this batch; see RepeatRows.record. */
  appendRepeat(content: RowContent, id: number, first: number, ts: number, newest: number): number {
    return this.#repeats.record(content, id, first, ts, newest)
  }

  /**
   * Records the triggers of an occurrence of event `id`, whose fields must not change any more. They go to
   * the file of the occurrence's row: the row's `ts` is in the same second, and so in the same span.
   */
  recordMatches(targets: readonly MatchTarget[], event: ParsedEvent, id: number, isRepeat: boolean): void {
    if (isRepeat && targets.every(({ onRepeats }) => onRepeats === 'first')) return
    const span = Math.floor(event.ts / spanMicros)
    let matches = this.#matches.get(span)
    if (matches === undefined) {
      matches = new MatchCollector()
      this.#matches.set(span, matches)
    }
    matches.record(targets, event, id, isRepeat)
  }

  /** Encodes the repeats after the first rows. Returns the rows of each file. */
  async finish(): Promise<SpanRows[]> {
    const repeats = this.#repeats
    for (let row = 0; row < repeats.size; row++) {
      const last = repeats.last(row)
      const span = this.#spanAt(last)
      span.repeatMinutes.add(Math.floor(last / minuteMicros))
      endRow(span, repeats.write(row, span.buffer), repeats.messageOffset(row))
      if ((row + 1) % rowsPerTurn === 0) await setImmediate()
    }
    for (const span of this.#spans.values()) {
      const matches = this.#matches.get(span.span)
      if (matches !== undefined) span.matches = matches
    }
    return [...this.#spans.values()]
  }

  /** Empties the batch and keeps its memory for the next one. */
  reset(): void {
    this.number = batchCount++
    this.firsts = 0
    this.answers.length = 0
    this.#repeats.clear()
    for (const { buffer, names } of this.#spans.values()) {
      buffer.length = 0
      names.clear()
      // Keeps the memory of two files, but not the memory of a rare flood of old events.
      if (this.#spare.length < 2) this.#spare.push({ buffer, names })
    }
    this.#spans.clear()
    this.#matches.clear()
    this.#span = undefined
    this.#minute = -1
    this.#minuteSpan = undefined
    this.#bytes = 0
  }

  /** Counts a row at `ts` and returns its span. */
  #spanAt(ts: number): SpanRows {
    const number = Math.floor(ts / spanMicros)
    let span = this.#span
    if (span === undefined || span.span !== number) {
      span = this.#spans.get(number)
      if (span === undefined) {
        const { buffer, names } = this.#spare.pop() ?? emptyRows()
        span = {
          span: number,
          file: ++fileCount,
          rows: 0,
          lastId: 0,
          buffer,
          minutes: new Set(),
          repeatMinutes: new Set(),
          names,
        }
        this.#spans.set(number, span)
      }
      this.#span = span
    }
    const minute = Math.floor(ts / minuteMicros)
    if (minute !== this.#minute || span !== this.#minuteSpan) {
      span.minutes.add(minute)
      this.#minute = minute
      this.#minuteSpan = span
    }
    span.rows++
    return span
  }
}

/** Writes the template of a row and records its names. `messageOffset`: of the message in the content. */
function endRow({ file, buffer, names }: SpanRows, contentAt: number, messageOffset: number): void {
  const templateAt = buffer.length
  if (templates.write(buffer, contentAt + messageOffset, buffer, file)) names.add(contentAt, templateAt)
  else names.addContent(contentAt)
}

function emptyRows() {
  const buffer = new RowBuffer(1024 * 1024)
  return { buffer, names: new RowNames(buffer) }
}
