import type { SqlClient } from '../clients/sql-client.ts'
import { internalRead } from '../contract/internal-read.ts'
import type { Span } from '../contract/time-span.ts'
import type { BatchBegin, JournalListener } from '../journal/journal.ts'
import type { KnownRepeats } from '../reads/context.ts'
import { eventsTable } from '../sql/tables.ts'

const minuteSeconds = 60
/** Minutes per number, one bit each. */
const minutesPerWord = 30
const wordSeconds = minutesPerWord * minuteSeconds
const startupRead = internalRead('long', 600)

/**
 * The minutes that may have rows of repeats, 48 numbers a day. Most logs have none for long periods, and
 * looking for further rows of an event then needs no statement. Minutes are never removed, so the set holds
 * for the table as of any moment.
 */
export class StoredRepeats implements KnownRepeats, JournalListener {
  readonly #words = new Map<number, number>()

  private constructor() {}

  static async open(client: SqlClient): Promise<StoredRepeats> {
    const repeats = new StoredRepeats()
    await repeats.load(client)
    return repeats
  }

  /** Adds the minutes of the table, where rows may have come from elsewhere. */
  async load(client: SqlClient): Promise<void> {
    const rows = await client.select(
      `SELECT intDiv(toUnixTimestamp(sec), ${wordSeconds}) AS word, groupBitOr(bitShiftLeft(toUInt32(1), intDiv(toUnixTimestamp(sec) % ${wordSeconds}, ${minuteSeconds})))
       FROM ${eventsTable} WHERE repeat = 1 GROUP BY word`,
      startupRead,
    )
    for (const [word, bits] of rows) this.#add(Number(word), Number(bits))
  }

  mayBeIn({ from, to }: Span): boolean {
    if (from >= to) return false
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
