import type { ParsedEvent } from '../../schema/event.ts'
import type { ListenerSettings } from './settings.ts'

/** What a listener says of all of its events: what their senders say themselves gives way to it. */
export class Marks {
  readonly #program: string | undefined
  readonly #sourceTag: string | undefined
  readonly #tags: [name: string, value: string][]

  private constructor({ program, sourceTag, tags = {} }: ListenerSettings) {
    this.#program = program
    this.#sourceTag = sourceTag
    this.#tags = Object.entries(tags)
  }

  /** undefined when it says nothing: most listeners do not. */
  static of(settings: ListenerSettings): Marks | undefined {
    const { program, sourceTag, tags } = settings
    return program === undefined && sourceTag === undefined && tags === undefined
      ? undefined
      : new Marks(settings)
  }

  put(event: ParsedEvent): void {
    if (this.#program !== undefined) event.program = this.#program
    if (this.#sourceTag !== undefined) {
      // Events without any share one that is frozen.
      if (Object.isFrozen(event.extra)) event.extra = Object.create(null)
      event.extra._source_tag = this.#sourceTag
    }
    if (this.#tags.length === 0) return
    if (Object.isFrozen(event.tags)) event.tags = Object.create(null)
    for (const [name, value] of this.#tags) event.tags[name] = value
  }
}
