import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import pLimit from 'p-limit'
import { thrownText } from '../../schema/thrown-text.ts'
import { errorReason } from '../command/error-message.ts'
import { type EventDefaults, type EventToSend, parseLine, parseTsvLine } from './event-to-send.ts'
import type { EventFormat } from './formats.ts'
import { sleepUntil } from './rate-limiter.ts'
import type { ConnectionSupply, EventBatch, EventSupply, Frame } from './supply.ts'

const chunkBytes = 65_536
const maxLineBytes = 1_048_576
const LF = 10
const CR = 13

export interface RecordedOptions {
  files: readonly string[]
  fileFormat: 'lines' | 'tsv'
  /** Undefined: sends lines unchanged. */
  format: EventFormat | undefined
  frame: Frame
  /** Host and program of events without their own. */
  defaults: EventDefaults
  /** Replaces the time of every event by its time of sending. */
  now: boolean
  /** Factor of the original speed; undefined: ignores the times of events. */
  speed: number | undefined
  /** Starts over after the last file. */
  loop: boolean
}

/** An event of a file that was read but not yet sent. */
interface PendingEvent {
  /** The line, one character per byte, if it is sent unchanged; otherwise ''. */
  text: string
  /** The parsed event; undefined if neither its fields nor its time are needed. */
  event: EventToSend | undefined
  /** When to send it, by performance.now(). */
  due: number
}

/** Events of files, read while sending, at most one chunk ahead. */
export class RecordedEvents implements EventSupply {
  readonly #options: RecordedOptions
  readonly #closing = new AbortController()
  readonly #encoding: 'latin1' | 'utf8'
  readonly #source: AsyncGenerator<PendingEvent[]>
  #ready: PendingEvent[] = []
  /** Index in `#ready` of the next event. */
  #at = 0
  readonly #limit = pLimit(1)

  constructor(options: RecordedOptions) {
    this.#options = options
    this.#encoding = options.format === undefined ? 'latin1' : 'utf8'
    this.#source = eventsOf(options, this.#closing.signal)
  }

  open(): ConnectionSupply {
    // Connections share the files: only one reads at a time.
    return { next: max => this.#limit(() => this.#next(max)) }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#source.return(undefined)
  }

  async #next(max: number): Promise<EventBatch | undefined> {
    const { signal } = this.#closing
    while (this.#at === this.#ready.length) {
      if (signal.aborted) return undefined
      const { value, done } = await this.#source.next()
      if (done === true) return undefined
      this.#ready = value
      this.#at = 0
    }
    await sleepUntil(this.#ready[this.#at]?.due ?? 0, signal)
    if (signal.aborted) return undefined
    const now = performance.now()
    let to = this.#at + 1
    while (to < this.#ready.length && to - this.#at < max && (this.#ready[to]?.due ?? 0) <= now) to++
    const batch = this.#encode(this.#ready.slice(this.#at, to))
    this.#at = to
    return batch
  }

  #encode(events: readonly PendingEvent[]): EventBatch {
    const { format, frame, now } = this.#options
    const nowMicros = Date.now() * 1_000
    const texts = events.map(({ text, event }) => {
      if (format === undefined || event === undefined) return frame.frame(text, this.#encoding)
      // 0: the event has no time.
      const micros = now || event.micros === 0 ? nowMicros : event.micros
      return frame.frame(format.write(event, format.time(micros)), this.#encoding)
    })
    const starts = new Int32Array(texts.length)
    const ends = new Int32Array(texts.length)
    let at = 0
    for (const [i, text] of texts.entries()) {
      starts[i] = at
      at += Buffer.byteLength(text, this.#encoding)
      ends[i] = at
      at += frame.separator.length
    }
    return {
      bytes: Buffer.from(texts.join(frame.separator), this.#encoding),
      events: events.length,
      starts,
      ends,
    }
  }
}

/** Reads and parses events, in the order of the files. */
async function* eventsOf(options: RecordedOptions, signal: AbortSignal): AsyncGenerator<PendingEvent[]> {
  const { files, fileFormat, format, defaults, speed, loop } = options
  // A line that is sent unchanged is parsed only for its time.
  const shouldParse = format !== undefined || speed !== undefined
  const isUnchanged = format === undefined
  let hasEvents = true
  for (let round = 0; hasEvents && !signal.aborted && (round === 0 || loop); round++) {
    hasEvents = false
    const dueAt = replayClock(speed)
    for await (const { file, number, lines } of linesOf(files, signal)) {
      const next: PendingEvent[] = []
      for (const [i, line] of lines.entries()) {
        if (line.length === 0) continue
        try {
          const event = shouldParse ? parseEvent(fileFormat, line, defaults) : undefined
          next.push({ text: isUnchanged ? line.toString('latin1') : '', event, due: dueAt(event) })
        } catch (error) {
          throw new Error(`${file}: line ${number + i}: ${thrownText(error)}`)
        }
      }
      hasEvents ||= next.length > 0
      if (next.length > 0) yield next
    }
  }
}

function parseEvent(
  fileFormat: RecordedOptions['fileFormat'],
  line: Buffer,
  defaults: EventDefaults,
): EventToSend {
  return fileFormat === 'tsv'
    ? parseTsvLine(line.toString(), defaults)
    : parseLine(line, defaults, Date.now() * 1_000)
}

/**
 * Returns a function that computes when to send an event, by performance.now(), so that events keep their
 * original intervals divided by `speed`. An event with an earlier time than its predecessor is due at once,
 * and an event without a time is due with its predecessor.
 */
function replayClock(speed: number | undefined): (event: EventToSend | undefined) => number {
  let startedAt = 0
  let firstMicros = 0
  let due = 0
  return event => {
    if (speed === undefined || event === undefined || event.micros === 0) return due
    if (firstMicros === 0) {
      firstMicros = event.micros
      startedAt = performance.now()
    }
    due = startedAt + (event.micros - firstMicros) / 1_000 / speed
    return due
  }
}

/** Consecutive lines of one file, without line ends. */
interface Lines {
  file: string
  /** Number of the first line, from 1. */
  number: number
  lines: Buffer[]
}

/**
 * Reads the lines of files in order, as many at once as a read returns; unpacks `.gz` and `.zst`; `-` is
 * standard input. Empty lines are empty buffers. Ends early, even while standard input is idle, when the
 * signal fires. Throws an Error with the name of the file, and the line if it is too long.
 */
async function* linesOf(files: readonly string[], signal: AbortSignal): AsyncGenerator<Lines> {
  for (const file of files) {
    if (signal.aborted) return
    const source = open(file)
    const stop = () => source.destroy()
    signal.addEventListener('abort', stop)
    try {
      yield* linesOfOne(file, source)
    } catch (error) {
      if (signal.aborted) return
      throw new Error(`${file}: ${errorReason(error)}`)
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
}

/** As `linesOf`, for one open file. */
async function* linesOfOne(file: string, source: Readable): AsyncGenerator<Lines> {
  let tail: Buffer = Buffer.alloc(0)
  let number = 1
  for await (const chunk of source) {
    // A stream without an encoding yields buffers.
    const bytes = tail.length === 0 ? (chunk as Buffer) : Buffer.concat([tail, chunk as Buffer])
    const lines: Buffer[] = []
    const first = number
    let start = 0
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
      lines.push(bytes.subarray(start, endOfLine(bytes, start, end)))
      start = end + 1
      number++
    }
    tail = bytes.subarray(start)
    if (tail.length > maxLineBytes) throw new Error(`line ${number} is longer than ${maxLineBytes} bytes`)
    if (lines.length > 0) yield { file, number: first, lines }
  }
  if (tail.length > 0) yield { file, number, lines: [tail.subarray(0, endOfLine(tail, 0, tail.length))] }
}

/** The end of a line without a carriage return. */
function endOfLine(bytes: Buffer, start: number, end: number): number {
  return end > start && bytes[end - 1] === CR ? end - 1 : end
}

function open(file: string): Readable {
  const source = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: chunkBytes })
  if (!/\.(gz|zst)$/.test(file)) return source
  const unpack = file.endsWith('.gz') ? createGunzip() : createZstdDecompress()
  source.once('error', (error: Error) => unpack.destroy(error))
  unpack.once('close', () => source.destroy())
  return source.pipe(unpack)
}
