import type { ParsedEvent } from '../../schema/event/event.ts'
import { ownText } from '../../schema/text/own-text.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'
import { countFreeTags } from '../event/event-limits.ts'

/** Maximum fields of one message. */
export const maxFields = 64
/** Maximum length of a value, UTF-16 units; longer values are cut. */
export const maxValueLength = 1_024
const maxNameLength = 64
/** Maximum cached names; a full cache is emptied. */
const maxCachedNames = 10_000

/** Adds the fields of one message at a time to its event, as user tags. */
export class FieldSink {
  /** Cache of tag names by field name. */
  readonly #names = new Map<string, string>()
  readonly #limit: number
  #event: ParsedEvent | undefined
  /** The event's own tags, valid once `#freeTags` is not -1. */
  #tags: Record<string, string> = {}
  /**
   * Tags that the event may still get. 0 before `begin`, -1 until the first `put`: most events get no tags,
   * so only the first one copies the event's tags and counts how many are free.
   */
  #freeTags = 0

  /** `limit`: maximum fields of a message. */
  constructor(limit = maxFields) {
    this.#limit = limit
  }

  /** The next fields belong to this event. Call it before the first `put` for an event. */
  begin(event: ParsedEvent): void {
    this.#event = event
    this.#freeTags = -1
  }

  /** Whether the message may get more tags. */
  get hasRoom(): boolean {
    return this.#freeTags !== 0
  }

  /** Adds a tag. Keeps an existing tag, which the sender chose. Ignores empty values. */
  put(name: string, value: string): void {
    if (value === '' || this.#freeTags === 0) return
    const tag = this.#tagOf(name)
    if (tag === '') return
    if (this.#freeTags === -1 && this.#event !== undefined) this.#copyTags(this.#event)
    if (this.#freeTags === 0 || Object.hasOwn(this.#tags, tag)) return
    this.#tags[tag] = truncateText(value, maxValueLength)
    this.#freeTags--
  }

  /** Gives an event with fields its own tags object: several events may share one. */
  #copyTags(event: ParsedEvent): void {
    this.#tags = Object.create(null)
    for (const name in event.tags) this.#tags[name] = event.tags[name] ?? ''
    event.tags = this.#tags
    this.#freeTags = Math.min(this.#limit, countFreeTags(event))
  }

  #tagOf(name: string): string {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const tag = toTagName(name)
    if (name.length <= 2 * maxNameLength) {
      if (this.#names.size >= maxCachedNames) this.#names.clear()
      this.#names.set(ownText(name), tag)
    }
    return tag
  }
}

/**
 * Makes a tag's name from a field's name: keeps letters, digits, `_`, `-` and `.`, and replaces each run of
 * other characters inside by one `_`. '' if nothing is left.
 */
export function toTagName(name: string): string {
  let tag = ''
  let gap = false
  for (let at = 0; at < name.length && tag.length < maxNameLength; at++) {
    if (!isNameCharacter(name.charCodeAt(at))) {
      gap = tag !== ''
      continue
    }
    if (gap) tag += '_'
    gap = false
    tag += name[at]
  }
  return truncateText(tag, maxNameLength).toWellFormed()
}

/** Whether a UTF-16 unit is a letter, a digit, `_`, `-` or `.`; units beyond U+00A0 count as letters. */
export function isNameCharacter(unit: number): boolean {
  return (
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x30 && unit <= 0x39) ||
    unit === 0x5f ||
    unit === 0x2d ||
    unit === 0x2e ||
    unit > 0xa0
  )
}

/** Whether a UTF-16 unit is a space, a tab or the end of a line. */
export function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)
}
