import { BodyRefusedError } from './fault.ts'

/** Maximum number of events of one body, and of records that hold them. */
export const maxBodyEvents = 1_000_000
/** Maximum number of streams, resources or scopes of one body: reading empty ones never yields the thread. */
const maxGroups = 100_000

/** Counts and limits the items of one body. */
export class ItemCounter {
  count = 0
  readonly #limit: number
  readonly #what: string

  private constructor(limit: number, what: string) {
    this.#limit = limit
    this.#what = what
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
      throw new BodyRefusedError(413, `A body may have at most ${this.#limit} ${this.#what}.`)
  }
}

export function tooManyEvents(): BodyRefusedError {
  return new BodyRefusedError(413, `A body may have at most ${maxBodyEvents} events.`)
}
