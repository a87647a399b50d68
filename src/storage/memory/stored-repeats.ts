import { backoffMs } from '../../async/backoff.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import type { SqlClient } from '../clients/sql-client.ts'
import { internalRead } from '../contract/internal-read.ts'
import type { Span } from '../contract/time-span.ts'
import type { BatchBegin, JournalListener } from '../journal/journal.ts'
import type { KnownRepeats } from '../reads/context.ts'
import { eventsTable } from '../sql/tables.ts'
import { waitUnlessAborted } from './stored-names.ts'

const minuteSeconds = 60
/** Minutes per number, one bit each. */
const minutesPerWord = 30
const wordSeconds = minutesPerWord * minuteSeconds
/** A start waits this long for the minutes of the table, and continues while they are read. */
const maxWaitMs = 1_000
/** Delays between attempts to read them. Each reads a column of the whole table. */
const retryDelay = { minMs: 5_000, maxMs: 600_000 }
/** Some two hours. */
const maxAttempts = 20

/**
 * The minutes that may have rows of repeats, 48 numbers a day. Most logs have none for long periods, and
 * looking for further rows of an event then needs no statement. Minutes are never removed, so the set holds
 * for the table as of any moment. Until the table is read, every minute may have some: reads then take
 * longer.
 */
export class StoredRepeats implements KnownRepeats, JournalListener {
  readonly #words = new Map<number, number>()
  readonly #log: (message: string) => void
  readonly #wait: typeof waitUnlessAborted
  #isRead = false
  /** Incremented by each `load`, which ends an earlier one. */
  #loads = 0

  constructor(log: (message: string) => void, wait = waitUnlessAborted) {
    this.#log = log
    this.#wait = wait
  }

  /** Waits a moment for the minutes of the table: a large table is read while the service runs. */
  static async open(
    client: Pick<SqlClient, 'select'>,
    log: (message: string) => void,
    signal: AbortSignal,
  ): Promise<StoredRepeats> {
    const repeats = new StoredRepeats(log)
    const isOver = new AbortController()
    await Promise.race([
      repeats.load(client, signal),
      waitUnlessAborted(maxWaitMs, AbortSignal.any([signal, isOver.signal])),
    ])
    isOver.abort()
    return repeats
  }

  /** Whether the minutes of the table are known. */
  get isRead(): boolean {
    return this.#isRead
  }

  /**
   * Adds the minutes of the table, where rows may have come from elsewhere, retrying for some hours until it
   * succeeds or the signal fires.
   */
  async load(client: Pick<SqlClient, 'select'>, signal: AbortSignal): Promise<void> {
    const load = ++this.#loads
    this.#isRead = false
    for (let failures = 1; ; failures++) {
      const error = await this.#read(client, signal).then(
        () => undefined,
        (thrown: unknown) => ({ thrown }),
      )
      if (signal.aborted || load !== this.#loads) return
      if (error === undefined) {
        this.#isRead = true
        return
      }
      if (failures === maxAttempts) {
        const why = thrownText(error.thrown)
        this.#log(`the minutes with repeats in the table were not read, queries take longer: ${why}`)
        return
      }
      await this.#wait(backoffMs(failures, retryDelay), signal)
    }
  }

  async #read(client: Pick<SqlClient, 'select'>, signal: AbortSignal): Promise<void> {
    const rows = await client.select(
      `SELECT intDiv(toUnixTimestamp(sec), ${wordSeconds}) AS word, groupBitOr(bitShiftLeft(toUInt32(1), intDiv(toUnixTimestamp(sec) % ${wordSeconds}, ${minuteSeconds})))
       FROM ${eventsTable} WHERE repeat = 1 GROUP BY word`,
      { ...internalRead('long', 600), signal },
    )
    for (const [word, bits] of rows) this.#add(Number(word), Number(bits))
  }

  mayBeIn({ from, to }: Span): boolean {
    if (from >= to) return false
    if (!this.#isRead) return true
    const first = Math.floor(from / minuteSeconds)
    const last = Math.ceil(to / minuteSeconds) - 1
    const firstWord = Math.floor(first / minutesPerWord)
    const lastWord = Math.floor(last / minutesPerWord)
    if (lastWord - firstWord > this.#words.size) {
      for (const word of this.#words.keys()) if (this.#isSet(word, first, last)) return true
      return false
    }
    for (let word = firstWord; word <= lastWord; word++) if (this.#isSet(word, first, last)) return true
    return false
  }

  begun({ minutes, repeatMinutes = minutes }: Pick<BatchBegin, 'minutes' | 'repeatMinutes'>): void {
    for (const minute of repeatMinutes) {
      this.#add(Math.floor(minute / minutesPerWord), 1 << (minute % minutesPerWord))
    }
  }

  #add(word: number, bits: number): void {
    this.#words.set(word, (this.#words.get(word) ?? 0) | bits)
  }

  /** Whether a minute of [first, last] is set in a word. */
  #isSet(word: number, first: number, last: number): boolean {
    const bits = this.#words.get(word)
    if (bits === undefined) return false
    const low = Math.max(0, first - word * minutesPerWord)
    const high = Math.min(minutesPerWord - 1, last - word * minutesPerWord)
    if (low > high) return false
    const mask = ((2 ** (high - low + 1) - 1) << low) >>> 0
    return (bits & mask) !== 0
  }
}
