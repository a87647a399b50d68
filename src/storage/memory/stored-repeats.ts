import { pause } from '../../async/until.ts'
import type { Cell } from '../clients/sql-client.ts'
import type { Span } from '../contract/time-span.ts'
import type { BatchBegin, JournalListener } from '../journal/journal.ts'
import type { KnownRepeats } from '../reads/context.ts'
import type { LoadTarget } from './load-target.ts'

export const minuteSeconds = 60
/** Minutes per word. A word is a number with one bit for each minute. */
const minutesPerWord = 30
export const wordSeconds = minutesPerWord * minuteSeconds

/**
 * The minutes that may have rows of repeats, in 48 words a day. Most logs have no repeats for long periods,
 * and looking for further rows of an event then needs no statement. Minutes are never removed, so the set is
 * correct for the table as of any moment. Until the table is read, every minute may have repeats, and reads
 * take longer.
 */
export class StoredRepeats implements KnownRepeats, JournalListener, LoadTarget {
  /** The bits of words, by the word's index since the epoch. */
  readonly #words = new Map<number, number>()
  readonly #log: (message: string) => void
  /** Whether the last load that began has finished. Stays false if that load has failed. */
  #isRead = false
  /** Resolves when the first load finishes. */
  readonly #finished = Promise.withResolvers<void>()

  constructor(log: (message: string) => void) {
    this.#log = log
  }

  /** Whether the minutes of the table are known. */
  get isRead(): boolean {
    return this.#isRead
  }

  /** Resolves when the minutes of the table were loaded once, after `ms` milliseconds, or at the signal. */
  async untilRead(ms: number, signal: AbortSignal): Promise<void> {
    const isOver = new AbortController()
    await Promise.race([this.#finished.promise, pause(ms, AbortSignal.any([signal, isOver.signal]))])
    isOver.abort()
  }

  isWanted(): boolean {
    return true
  }

  begin(): void {
    this.#isRead = false
  }

  add(words: readonly Cell[][]): void {
    for (const [word, bits] of words) this.#add(Number(word), Number(bits))
  }

  finish(): void {
    this.#isRead = true
    this.#finished.resolve()
  }

  giveUp(): void {
    this.fail('they are too many')
  }

  fail(reason: string): void {
    this.#log(`the minutes with repeats in the table were not read, queries take longer: ${reason}`)
  }

  mayBeIn({ from, to }: Span): boolean {
    if (from >= to) return false
    if (!this.#isRead) return true
    const first = Math.floor(from / minuteSeconds)
    const last = Math.ceil(to / minuteSeconds) - 1
    const firstWord = Math.floor(first / minutesPerWord)
    const lastWord = Math.floor(last / minutesPerWord)
    // Examines the words of the span or all known words, whichever are fewer.
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
