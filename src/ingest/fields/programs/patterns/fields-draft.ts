import type { ParsedEvent } from '../../../../schema/event/event.ts'
import { truncateText } from '../../../../schema/text/truncate-text.ts'
import { countFreeTags } from '../../../event/event-limits.ts'
import { maxValueLength } from '../../field-sink.ts'
import type { FieldName } from './field-names.ts'

/** The fields of one line while it is read. Nothing reaches the event until the whole line has been read. */
export class FieldsDraft {
  // The first `#count` names and values are of the current line.
  readonly #names: FieldName[] = []
  readonly #values: string[] = []
  #count = 0

  /** Drops the fields. Call it before each parser. */
  clear(): void {
    this.#count = 0
  }

  /** Adds a field. Ignores an empty value, and `-` and `?`, which most formats write for none. */
  add(name: FieldName, value: string): void {
    if (value === '' || value === '-' || value === '?') return
    this.#names[this.#count] = name
    this.#values[this.#count++] = value
  }

  /** Adds the fields to the event as tags. Keeps existing tags; of two fields of a name, the first counts. */
  addTo(event: ParsedEvent): void {
    if (this.#count === 0) return
    let free = countFreeTags(event)
    // Events without tags share one object.
    const tags: Record<string, string> = { ...event.tags }
    for (let i = 0; i < this.#count && free > 0; i++) {
      const name = this.#names[i]
      const value = this.#values[i]
      if (name === undefined || value === undefined) break
      if (Object.hasOwn(tags, name)) continue
      tags[name] = truncateText(value, maxValueLength)
      free--
    }
    event.tags = tags
    this.#count = 0
  }
}
