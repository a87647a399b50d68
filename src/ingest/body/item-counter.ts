import { BodyRefusedError } from './fault.ts'

/** Maximum events of one body, and maximum records of a Data Firehose body, which contain events. */
export const maxBodyEvents = 1_000_000
/** Maximum streams, resources or scopes of one body: reading empty ones never yields to the event loop. */
const maxGroups = 100_000

/** Counts the items of one body and enforces a limit. */
export class ItemCounter {
  count = 0
  readonly #limit: number
  readonly #itemName: string

  private constructor(limit: number, itemName: string) {
    this.#limit = limit
    this.#itemName = itemName
  }

  static forEvents(): ItemCounter {
    return new ItemCounter(maxBodyEvents, 'events')
  }

  static forGroups(): ItemCounter {
    return new ItemCounter(maxGroups, 'streams, resources or scopes')
  }

  /** Throws BodyRefusedError past the limit. */
  add(): void {
    if (++this.count > this.#limit)
      throw new BodyRefusedError(413, `A body may have at most ${this.#limit} ${this.#itemName}.`)
  }
}

/** The refusal of a body with more than `maxBodyEvents` events. */
export function tooManyEvents(): BodyRefusedError {
  return new BodyRefusedError(413, `A body may have at most ${maxBodyEvents} events.`)
}
