import type { ParsedEvent } from '../../schema/event.ts'
import { truncateText } from '../../schema/truncate-text.ts'
import { countFreeTags } from '../event-limits.ts'

/** Fields that one message may give. */
export const maxFields = 64
/** UTF-16 units of a value; longer ones are cut. */
export const maxValueLength = 1_024
const maxNameLength = 64
/** Spellings of names that are remembered; past it all are forgotten. */
const maxCachedNames = 10_000

/** Takes the fields of one message after the other as user tags. */
export class FieldSink {
  readonly #names = new Map<string, string>()
  #event: ParsedEvent | undefined
  #tags: Record<string, string> = {}
  #free = 0

  begin(event: ParsedEvent): void {
    this.#event = event
    this.#free = -1
  }

  /** False when no more are taken of this message. */
  get open(): boolean {
    return this.#free !== 0
  }

  /** A tag that is there already stays: its sender chose it. Empty values are none. */
  put(name: string, value: string): void {
    if (value === '' || this.#free === 0) return
    const tag = this.#tagOf(name)
    if (tag === '') return
    if (this.#free === -1 && this.#event !== undefined) this.#copyTags(this.#event)
    if (this.#free === 0 || Object.hasOwn(this.#tags, tag)) return
    this.#tags[tag] = truncateText(value, maxValueLength)
    this.#free--
  }

  /** Gives the event tags of its own: several events may share one object. Called only for messages with fields. */
  #copyTags(event: ParsedEvent): void {
    this.#tags = Object.create(null)
    for (const name in event.tags) this.#tags[name] = event.tags[name] ?? ''
    event.tags = this.#tags
    this.#free = Math.min(maxFields, countFreeTags(event))
  }

  #tagOf(name: string): string {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const tag = toTagName(name)
    if (name.length <= 2 * maxNameLength) {
      if (this.#names.size >= maxCachedNames) this.#names.clear()
      this.#names.set(name, tag)
    }
    return tag
  }
}

/**
 * The name of a tag for a field that somebody else named: letters, digits, `_`, `-` and `.`; whatever else stands between them is one
 * `_`. '' when nothing is left.
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

/** Letters and digits, of ASCII and beyond it, and `_`, `-`, `.`. */
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
