import type { EventToSend } from './event-to-send.ts'
import type { EventFormat } from './formats.ts'
import type { EventBatch, Frame } from './supply.ts'

const codeOfZero = '0'.charCodeAt(0)
/** Digits of an event's number, which has leading zeros. */
const numberWidth = 10
/** Characters that hold the places of times and numbers in the encoded events. */
const timePlaceholderCode = 1
const numberPlaceholderCode = 127

/** Placeholder for an event's number in a text, as wide as it. Templates must not contain its character. */
export const numberPlaceholder = String.fromCharCode(numberPlaceholderCode).repeat(numberWidth)

/**
 * Events that are encoded once and sent repeatedly. Before each use, only their times and numbers, which have
 * a fixed width, are overwritten. So sending costs little: it often runs on the machine of the service that
 * it tests.
 */
export class PreparedEvents {
  /** Number of events. */
  readonly events: number
  readonly #bytes: Buffer
  /** Start and end of each event in `#bytes`. */
  readonly #starts: Int32Array
  readonly #ends: Int32Array
  /**
   * Positions in `#bytes` of the times of all events. The times of event i are `#times[#timesFrom[i]]` up to,
   * but not including, `#times[#timesFrom[i + 1]]`. Numbers have the same structure.
   */
  readonly #times: number[] = []
  readonly #timesFrom: number[] = [0]
  readonly #numbers: number[] = []
  readonly #numbersFrom: number[] = [0]
  readonly #format: EventFormat

  constructor(events: readonly Omit<EventToSend, 'micros'>[], format: EventFormat, frame: Frame) {
    this.#format = format
    this.events = events.length
    const { length: timeWidth } = format.time(Date.now() * 1_000)
    const timePlaceholder = String.fromCharCode(timePlaceholderCode).repeat(timeWidth)
    const framed = events.map(event =>
      Buffer.from(frame.frame(format.write({ ...event, micros: 0 }, timePlaceholder), 'utf8')),
    )
    const between = Buffer.from(frame.separator)
    this.#starts = new Int32Array(events.length)
    this.#ends = new Int32Array(events.length)
    let at = 0
    for (const [event, bytes] of framed.entries()) {
      this.#starts[event] = at
      for (let i = 0; i < bytes.length; i++) {
        if (bytes[i] === timePlaceholderCode) {
          this.#times.push(at + i)
          i += timeWidth - 1
        } else if (bytes[i] === numberPlaceholderCode) {
          this.#numbers.push(at + i)
          i += numberWidth - 1
        }
      }
      at += bytes.length
      this.#ends[event] = at
      at += between.length
      this.#timesFrom.push(this.#times.length)
      this.#numbersFrom.push(this.#numbers.length)
    }
    this.#bytes = Buffer.concat(framed.flatMap((bytes, i) => (i === 0 ? [bytes] : [between, bytes])))
  }

  /**
   * Events `from` up to, but not including, `to`, with this time, and numbered from `first`. The bytes are
   * valid until the next call.
   */
  stamped(from: number, to: number, first: number, micros: number): EventBatch {
    const bytes = this.#bytes
    const time = Buffer.from(this.#format.time(micros), 'latin1')
    const timeWidth = time.length
    const endOfTimes = this.#timesFrom[to] ?? 0
    for (let i = this.#timesFrom[from] ?? 0; i < endOfTimes; i++) {
      const at = this.#times[i] ?? 0
      // A loop is cheaper than copy() for so few bytes.
      for (let j = 0; j < timeWidth; j++) bytes[at + j] = time[j] ?? 0
    }
    for (let event = from; event < to; event++) {
      const end = this.#numbersFrom[event + 1] ?? 0
      for (let i = this.#numbersFrom[event] ?? 0; i < end; i++) {
        // Writes the number from its last digit to its first.
        let remaining = first + event - from
        const begin = this.#numbers[i] ?? 0
        for (let at = begin + numberWidth - 1; at >= begin; at--) {
          const higher = Math.floor(remaining / 10)
          bytes[at] = codeOfZero + remaining - higher * 10
          remaining = higher
        }
      }
    }
    return {
      bytes,
      events: to - from,
      starts: this.#starts.subarray(from, to),
      ends: this.#ends.subarray(from, to),
    }
  }
}
