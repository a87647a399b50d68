import type { EventFormat } from './formats.ts'
import type { OutgoingEvent } from './outgoing-event.ts'
import type { EventBatch, Frame } from './supply.ts'

const DIGIT_0 = 48
const digits = 10
const timeMarkCode = 1
const numberMarkCode = 127

/**
 * Marks the position of an event's number, ten digits wide, in a text. Templates must not contain this
 * character.
 */
export const numberMark = String.fromCharCode(numberMarkCode).repeat(digits)

/**
 * Encoded events that are only updated before each use. The sender often shares its cores with the service
 * under test, so it must cost almost nothing. Times and numbers have a fixed width and are overwritten.
 */
export class PreparedEvents {
  readonly events: number
  readonly #bytes: Buffer
  readonly #starts: Int32Array
  readonly #ends: Int32Array
  /** Positions of times and of numbers; times of event i are [#timesFrom[i], #timesFrom[i + 1]). */
  readonly #times: number[] = []
  readonly #timesFrom: number[] = [0]
  readonly #numbers: number[] = []
  readonly #numbersFrom: number[] = [0]
  readonly #format: EventFormat

  constructor(events: readonly Omit<OutgoingEvent, 'micros'>[], format: EventFormat, frame: Frame) {
    this.#format = format
    this.events = events.length
    const { length: width } = format.time(Date.now() * 1_000)
    const mark = String.fromCharCode(timeMarkCode).repeat(width)
    const framed = events.map(event =>
      Buffer.from(frame.frame(format.write({ ...event, micros: 0 }, mark), 'utf8')),
    )
    const between = Buffer.from(frame.separator)
    this.#starts = new Int32Array(events.length)
    this.#ends = new Int32Array(events.length)
    let at = 0
    for (const [event, bytes] of framed.entries()) {
      this.#starts[event] = at
      for (let i = 0; i < bytes.length; i++) {
        if (bytes[i] === timeMarkCode) {
          this.#times.push(at + i)
          i += width - 1
        } else if (bytes[i] === numberMarkCode) {
          this.#numbers.push(at + i)
          i += digits - 1
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

  /** The events [from, to) with this time, numbered from `first`; valid until the next call. */
  stamped(from: number, to: number, first: number, micros: number): EventBatch {
    const bytes = this.#bytes
    const time = Buffer.from(this.#format.time(micros), 'latin1')
    const width = time.length
    const endOfTimes = this.#timesFrom[to] ?? 0
    for (let i = this.#timesFrom[from] ?? 0; i < endOfTimes; i++) {
      const at = this.#times[i] ?? 0
      // A loop is cheaper than copy() for so few bytes.
      for (let j = 0; j < width; j++) bytes[at + j] = time[j] ?? 0
    }
    for (let event = from; event < to; event++) {
      const end = this.#numbersFrom[event + 1] ?? 0
      for (let i = this.#numbersFrom[event] ?? 0; i < end; i++) {
        let rest = first + event - from
        const begin = this.#numbers[i] ?? 0
        for (let at = begin + digits - 1; at >= begin; at--) {
          const higher = Math.floor(rest / 10)
          bytes[at] = DIGIT_0 + rest - higher * 10
          rest = higher
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
