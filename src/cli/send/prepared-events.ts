import type { EventToSend } from './event-to-send.ts'
import type { EventFormat } from './formats.ts'
import type { EventBatch, Frame } from './supply.ts'

const codeOfZero = '0'.charCodeAt(0)
/** Digits of an event's number, which has leading zeros. */
const numberWidth = 10
/** Character codes that fill the place of a time (SOH) and of a number (DEL) in an encoded event. */
const timePlaceholderCode = 1
const numberPlaceholderCode = 127

/**
 * Ten DEL characters, which stand for an event's number in a text. Other texts contain neither DEL nor SOH:
 * event-generator.ts replaces both.
 */
export const numberPlaceholder = String.fromCharCode(numberPlaceholderCode).repeat(numberWidth)

/**
 * Generated events (`millrace send --template`) that are encoded once and sent repeatedly. Before each use,
 * only their times and numbers, which have a fixed width, are overwritten. So sending takes little processor
 * time: it often runs on the machine of the service that it tests.
 */
export class PreparedEvents {
  /** Number of prepared events. */
  readonly events: number
  readonly #bytes: Buffer
  /** Start and end of each event in `#bytes`. */
  readonly #starts: Int32Array
  readonly #ends: Int32Array
  /**
   * Where the times of all events begin in `#bytes`: first the times of event 0, then of event 1, and so on.
   */
  readonly #timePositions: number[] = []
  /** For each event, the index of its first time in `#timePositions`; then the length of `#timePositions`. */
  readonly #firstTime: number[] = [0]
  /** As for the times. */
  readonly #numberPositions: number[] = []
  readonly #firstNumber: number[] = [0]
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
          this.#timePositions.push(at + i)
          i += timeWidth - 1
        } else if (bytes[i] === numberPlaceholderCode) {
          this.#numberPositions.push(at + i)
          i += numberWidth - 1
        }
      }
      at += bytes.length
      this.#ends[event] = at
      at += between.length
      this.#firstTime.push(this.#timePositions.length)
      this.#firstNumber.push(this.#numberPositions.length)
    }
    this.#bytes = Buffer.concat(framed.flatMap((bytes, i) => (i === 0 ? [bytes] : [between, bytes])))
  }

  /**
   * The events from index `from` up to, but not including, `to`. All get the time `micros`; the first gets
   * the number `firstNumber`, the next one more. The bytes are valid until the next call.
   */
  stamped(from: number, to: number, firstNumber: number, micros: number): EventBatch {
    const bytes = this.#bytes
    const time = Buffer.from(this.#format.time(micros), 'latin1')
    const endOfTimes = this.#firstTime[to] ?? 0
    for (let i = this.#firstTime[from] ?? 0; i < endOfTimes; i++) {
      const at = this.#timePositions[i] ?? 0
      // A loop is cheaper than copy() for so few bytes.
      for (let j = 0; j < time.length; j++) bytes[at + j] = time[j] ?? 0
    }
    for (let event = from; event < to; event++) {
      const endOfNumbers = this.#firstNumber[event + 1] ?? 0
      for (let i = this.#firstNumber[event] ?? 0; i < endOfNumbers; i++)
        writeNumber(bytes, this.#numberPositions[i] ?? 0, firstNumber + event - from)
    }
    return {
      bytes,
      events: to - from,
      starts: this.#starts.subarray(from, to),
      ends: this.#ends.subarray(from, to),
    }
  }
}

/** Writes a number with leading zeros, from its last digit to its first. */
function writeNumber(bytes: Buffer, position: number, number: number): void {
  let remaining = number
  for (let at = position + numberWidth - 1; at >= position; at--) {
    const higherDigits = Math.floor(remaining / 10)
    bytes[at] = codeOfZero + remaining - higherDigits * 10
    remaining = higherDigits
  }
}
