import { parseFacility } from '../../filter/predicate/severity-words.ts'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { maxNameLength } from '../../schema/name-length.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'
import type { ValueBudget } from '../body/value-budget.ts'
import { blankEvent, setMessage, writableExtra, writableTags } from '../event/blank-event.ts'
import { maxTags } from '../event/event-limits.ts'
import { scalarText } from '../fields/json.ts'
import { parseLevel } from './logger-level.ts'

/** Maximum UTF-16 units of a tag's value. */
const maxTagLength = 1_024
/** Maximum UTF-16 units of a tag's value of several lines, such as a stack trace. */
const maxMultilineTagLength = 32_768
const maxExtraFields = 1_024

/**
 * Builds one event at a time for a receiver. Cuts long values, omits surplus ones, and ignores values that
 * are empty or are neither text, number nor boolean.
 */
export class EventBuilder {
  /** Number of messages that were cut. */
  truncated = 0
  readonly #budget: ValueBudget | undefined
  #sender = ''
  #receivedAt = 0
  #event = blankEvent('', 0)
  // Tags and extra fields that were set in the event, counting a name twice that was set twice.
  #tagCount = 0
  #extraCount = 0

  /** `budget`: if set, `tag` throws BodyRefusedError when the tags of the whole body are too long. */
  constructor(budget?: ValueBudget) {
    this.#budget = budget
  }

  /** Sets the host and the time (microseconds) for events without their own, from the next event on. */
  setOrigin(sender: string, receivedAt: number): this {
    this.#sender = sender
    this.#receivedAt = receivedAt
    return this
  }

  /** Starts the next event. The setters below then change it, until `end` returns it. */
  begin(): void {
    this.#event = blankEvent(this.#sender, this.#receivedAt)
    this.#tagCount = 0
    this.#extraCount = 0
  }

  end(): ParsedEvent {
    return this.#event
  }

  /** Sets the time in microseconds. Ignores a negative one. */
  time(micros: number): void {
    if (micros >= 0) this.#event.ts = micros
  }

  /** Sets the host. Returns whether the value was a text, number or boolean. */
  host(value: unknown): boolean {
    const text = scalarText(value)
    if (text !== '') this.#event.host = truncateText(text, maxNameLength)
    return text !== ''
  }

  /** Sets the program. Returns whether the value was a text, number or boolean. */
  program(value: unknown): boolean {
    const text = scalarText(value)
    if (text !== '') this.#event.program = truncateText(text, maxNameLength)
    return text !== ''
  }

  /** Sets the severity from a code, a word or a level (see parseLevel). Returns whether it was one. */
  severity(value: unknown): boolean {
    const code = parseLevel(value)
    if (code !== -1) this.#event.severity = code
    return code !== -1
  }

  /** Sets the facility from a code or a word. Returns whether it was one. */
  facility(value: unknown): boolean {
    const code = parseFacility(value)
    if (code !== -1) this.#event.facility = code
    return code !== -1
  }

  message(text: string): void {
    if (setMessage(this.#event, text)) this.truncated++
  }

  tag(name: string, value: unknown): void {
    const text = scalarText(value)
    if (text === '' || name === '' || this.#tagCount >= maxTags) return
    this.#budget?.takeTag(name.length + text.length)
    const tags = this.#tagCount++ === 0 ? writableTags(this.#event) : this.#event.tags
    const limit = text.length > maxTagLength && text.includes('\n') ? maxMultilineTagLength : maxTagLength
    tags[truncateText(name, maxNameLength)] = truncateText(text, limit)
  }

  /** Sets a field beside the message to any JSON value. Settings decide whether the event keeps it. */
  extra(name: string, value: unknown): void {
    if (this.#extraCount >= maxExtraFields) return
    const extra = this.#extraCount++ === 0 ? writableExtra(this.#event) : this.#event.extra
    extra[name] = value
    this.#event.keepsExtra = true
  }

  /**
   * Makes `members` the `extra` of the event. The caller must not use the object later. `readFrom`: its
   * members that the event has as fields or tags (see ParsedEvent.readFrom).
   */
  extras(members: Record<string, unknown>, readFrom: readonly string[]): void {
    this.#event.extra = members
    this.#event.readFrom = readFrom
    this.#extraCount = 1
  }
}
