import type { ParsedEvent } from '../../schema/event.ts'
import { writableExtra, writableTags } from '../blank-event.ts'
import type { ListenerSettings } from './settings.ts'

/** Values that a listener sets in all of its events, in place of what their senders say. */
export class EventOverrides {
  readonly #program: string | undefined
  readonly #sourceTag: string | undefined
  readonly #senderTag: string | undefined
  readonly #tags: [name: string, value: string][]

  private constructor({ program, sourceTag, senderTag, tags = {} }: ListenerSettings) {
    this.#program = program
    this.#sourceTag = sourceTag
    this.#senderTag = senderTag
    this.#tags = Object.entries(tags)
  }

  /** undefined when it sets nothing, as most listeners. */
  static of(settings: ListenerSettings): EventOverrides | undefined {
    const { program, sourceTag, senderTag, tags } = settings
    const all = [program, sourceTag, senderTag, tags]
    return all.every(one => one === undefined) ? undefined : new EventOverrides(settings)
  }

  /** `sender`: the address that the event came from, or that a proxy in front names. */
  apply(event: ParsedEvent, sender: string): void {
    if (this.#program !== undefined) event.program = this.#program
    if (this.#sourceTag !== undefined) writableExtra(event)._source_tag = this.#sourceTag
    if (this.#tags.length === 0 && this.#senderTag === undefined) return
    const tags = writableTags(event)
    if (this.#senderTag !== undefined) tags[this.#senderTag] = sender
    for (const [name, value] of this.#tags) tags[name] = value
  }
}
