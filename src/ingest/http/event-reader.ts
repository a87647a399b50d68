import { parseFacility, parseSeverity } from '../../filter/predicate/severity-words.ts'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { maxNameLength } from '../../schema/name-length.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { type EventFault, maxFaults } from '../body/fault.ts'
import { blankEvent, setMessage, writableExtra } from '../event/blank-event.ts'
import { maxMessageLength, maxTags } from '../event/event-limits.ts'

// The codes of RFC 5424. A priority is facility * 8 + severity.
const maxSeverity = 7
const maxFacility = 23
const maxPriority = 191

/** Reads the events of one body of /incoming and collects faults. */
export class EventReader {
  /** The first faults, at most `maxFaults`. */
  readonly faults: EventFault[] = []
  /** How many events had a fault. */
  faultyEvents = 0
  /** How many events had a message that was cut. */
  truncatedEvents = 0
  readonly #sender: string
  readonly #receivedAt: number
  // Of the event that is being read: its position in the body, and whether it has no fault so far.
  #index = 0
  #isValid = true

  constructor(sender: string, receivedAt: number) {
    this.#sender = sender
    this.#receivedAt = receivedAt
  }

  /** Reads one event in the format of /incoming; undefined if it has faults. Never throws. */
  read(value: unknown, index: number): ParsedEvent | undefined {
    this.#index = index
    this.#isValid = true
    const event = blankEvent(this.#sender, this.#receivedAt)
    if (!isObject(value)) this.#fault('', 'must be an object')
    else this.#members(value, event)
    if (this.#isValid) return event
    this.faultyEvents++
    return undefined
  }

  #members(value: Record<string, unknown>, event: ParsedEvent): void {
    let priority = -1
    let hasMessage = false
    for (const name in value) {
      const member = value[name]
      switch (name) {
        case 'message':
          hasMessage = true
          this.#message(member, event)
          break
        case 'host':
          event.host = this.#name(name, member) || this.#sender
          break
        case 'program':
          event.program = this.#name(name, member)
          break
        case 'ts':
          event.ts = this.#time(member)
          break
        case 'priority':
          priority = this.#integer(name, member, maxPriority)
          break
        case 'severity':
          event.severity = this.#integer(name, member, maxSeverity)
          break
        case 'facility':
          event.facility = this.#integer(name, member, maxFacility)
          break
        case 'user_tags':
          event.tags = this.#tags(member, event)
          break
        case 'extra_fields':
          this.#extraFields(member, event)
          break
        case 'json':
          if (isObject(member)) writableExtra(event).json = member
          else this.#fault(name, 'must be an object')
          break
        default:
          writableExtra(event)[name] = member
      }
    }
    if (isObject(value.extra_fields)) readAgentFields(value, value.extra_fields, event)
    if (!hasMessage) this.#fault('message', 'is required')
    if (priority !== -1) {
      event.facility = priority >> 3
      event.severity = priority & 7
    }
  }

  #message(value: unknown, event: ParsedEvent): void {
    if (typeof value !== 'string') this.#fault('message', 'must be a string')
    else if (setMessage(event, value)) this.truncatedEvents++
  }

  #name(field: string, value: unknown): string {
    if (typeof value !== 'string') return this.#fault(field, 'must be a string')
    if (value.length > maxNameLength)
      return this.#fault(field, `must have at most ${maxNameLength} characters`)
    return value
  }

  /** Unix seconds with a fraction, as integer microseconds. */
  #time(value: unknown): number {
    const micros = microsOf(value)
    if (micros !== undefined) return micros
    this.#fault('ts', 'must be a number of Unix seconds')
    return 0
  }

  #integer(field: string, value: unknown, max: number): number {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max) return value
    this.#fault(field, `must be an integer from 0 to ${max}`)
    return 0
  }

  #tags(value: unknown, event: ParsedEvent): Record<string, string> {
    if (!isObject(value)) {
      this.#fault('user_tags', 'must be an object of strings')
      return event.tags
    }
    const tags: Record<string, string> = Object.create(null)
    let count = 0
    for (const name in value) {
      const text = value[name]
      if (typeof text !== 'string') this.#fault(`user_tags.${name.slice(0, 100)}`, 'must be a string')
      else if (name === '' || name.length > maxNameLength)
        this.#fault('user_tags', `must have names of 1 to ${maxNameLength} characters`)
      else if (text.length > maxMessageLength)
        this.#fault(`user_tags.${name.slice(0, 100)}`, `must have at most ${maxMessageLength} characters`)
      else if (text !== '') {
        tags[name] = text
        count++
      }
    }
    if (count > maxTags) this.#fault('user_tags', `must have at most ${maxTags} tags`)
    return tags
  }

  #extraFields(value: unknown, event: ParsedEvent): void {
    if (!isObject(value)) {
      this.#fault('extra_fields', 'must be an object of strings and numbers')
      return
    }
    const extra = writableExtra(event)
    for (const name in value) {
      const member = value[name]
      if (typeof member === 'string' || typeof member === 'number') extra[name] = member
      else this.#fault(`extra_fields.${name.slice(0, 100)}`, 'must be a string or a number')
    }
  }

  /** Adds a fault of the current event. Returns '', in place of an invalid text. */
  #fault(field: string, message: string): '' {
    this.#isValid = false
    if (this.faults.length < maxFaults) this.faults.push({ index: this.#index, field, message })
    return ''
  }
}

/**
 * Reads the extra fields of the Windows agent that have the time, severity and facility of the event as text.
 * The event's own members take precedence.
 */
function readAgentFields(
  { ts, priority, severity, facility }: Record<string, unknown>,
  extra: Record<string, unknown>,
  event: ParsedEvent,
): void {
  const { ts: agentTime } = extra
  // Number throws for an object with a member `toString`.
  if (ts === undefined && (typeof agentTime === 'string' || typeof agentTime === 'number'))
    event.ts = microsOf(Number(agentTime || Number.NaN)) ?? event.ts
  if (priority !== undefined) return
  const agentSeverity = parseSeverity(extra.severity)
  if (severity === undefined && agentSeverity !== -1) event.severity = agentSeverity
  const agentFacility = parseFacility(extra.facility)
  if (facility === undefined && agentFacility !== -1) event.facility = agentFacility
}

/** Unix seconds as microseconds; undefined for anything else. */
function microsOf(seconds: unknown): number | undefined {
  const micros = typeof seconds === 'number' ? Math.round(seconds * 1_000_000) : -1
  return micros >= 0 && micros <= Number.MAX_SAFE_INTEGER ? micros : undefined
}
