import { parseFacility, parseSeverity } from '../../filter/severity-words.ts'
import { EVENT_SYSLOG, type ParsedEvent } from '../../schema/event.ts'
import { truncateText } from '../../schema/truncate-text.ts'
import { maxMessageLength } from '../event-limits.ts'
import { findMnemonic } from '../http/find-mnemonic.ts'
import type { ValueBudget } from './value-budget.ts'

const defaultFacility = 1
const defaultSeverity = 6
const maxNameLength = 255
/** UTF-16 units of a tag's value; longer ones are cut. */
const maxTagLength = 1_024
/** Tags of an event; further ones are left out. */
export const maxTags = 256
const maxExtra = 1_024

/** Where a body came from and when. */
export interface Origin {
  /** Address of the sender. */
  sender: string
  /** Microseconds. */
  receivedAt: number
}

/**
 * Builds events of bodies whose protocol cannot take a refusal of a field: what is too long is cut, what there is too
 * much of is left out. Empty values and values of other kinds than text, number and truth are no values.
 */
export class EventBuilder {
  /** Messages that were cut. */
  truncated = 0
  readonly origin: Origin
  readonly #budget: ValueBudget | undefined
  #event: ParsedEvent
  #tags = 0
  #extra = 0

  /** With a budget, that of a body, `tag` throws BodyRefusedError when the events of the body have too many in all. */
  constructor(origin: Origin, budget?: ValueBudget) {
    this.origin = origin
    this.#budget = budget
    this.#event = this.#blank()
  }

  /** Begins the next event, with the values of one that nobody says anything of. */
  begin(): void {
    this.#event = this.#blank()
    this.#tags = 0
    this.#extra = 0
  }

  /** The event. It is the caller's from here on. */
  end(): ParsedEvent {
    return this.#event
  }

  /** Microseconds; a negative time is none. */
  time(micros: number): void {
    if (micros >= 0) this.#event.ts = micros
  }

  /** Answers whether there was a name to take. */
  host(value: unknown): boolean {
    const text = textOf(value)
    if (text !== '') this.#event.host = truncateText(text, maxNameLength)
    return text !== ''
  }

  program(value: unknown): boolean {
    const text = textOf(value)
    if (text !== '') this.#event.program = truncateText(text, maxNameLength)
    return text !== ''
  }

  /** A code, or a word for one; see parseSeverity. */
  severity(value: unknown): boolean {
    const code = parseSeverity(value)
    if (code !== -1) this.#event.severity = code
    return code !== -1
  }

  facility(value: unknown): boolean {
    const code = parseFacility(value)
    if (code !== -1) this.#event.facility = code
    return code !== -1
  }

  message(text: string): void {
    const event = this.#event
    event.message = truncateText(text, maxMessageLength)
    if (text.length > maxMessageLength) {
      this.truncated++
      event.originalBytes = Buffer.byteLength(text)
      this.extra('truncated', text.length)
    }
    event.mnemonic = findMnemonic(event.message)
  }

  tag(name: string, value: unknown): void {
    const text = textOf(value)
    if (text === '' || name === '' || this.#tags >= maxTags) return
    this.#budget?.takeTag(name.length + text.length)
    if (this.#tags++ === 0) this.#event.tags = Object.create(null)
    this.#event.tags[truncateText(name, maxNameLength)] = truncateText(text, maxTagLength)
  }

  /** What rules see; any JSON value. */
  extra(name: string, value: unknown): void {
    if (this.#extra >= maxExtra) return
    if (this.#extra++ === 0) this.#event.extra = Object.create(null)
    this.#event.extra[name] = value
  }

  /** The same for a whole object, which is the event's from here on; see ParsedEvent.readFrom. */
  extras(members: Record<string, unknown>, readFrom: readonly string[]): void {
    this.#event.extra = members
    this.#event.readFrom = readFrom
    this.#extra = 1
  }

  #blank(): ParsedEvent {
    return {
      ts: this.origin.receivedAt,
      host: this.origin.sender,
      program: '',
      facility: defaultFacility,
      severity: defaultSeverity,
      mnemonic: '',
      message: '',
      type: EVENT_SYSLOG,
      status: 0,
      tags: noMembers,
      extra: noMembers,
    }
  }
}

/** Most events have few of either; nothing writes into this one. */
const noMembers: Record<string, string> = Object.freeze(Object.create(null))

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
