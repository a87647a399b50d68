import { BodyRefusedError } from './fault.ts'

/** Events of one body, at most; also records that hold them. */
export const maxBodyEvents = 1_000_000
/** Streams of one body, or resources and scopes: all that events are grouped by. Those without an event give nobody a turn. */
const maxGroups = 100_000

/** Counts what is in one body while it is read. */
export class ItemCounter {
  readonly #limit: number
  readonly #what: string
  #count = 0

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

  get count(): number {
    return this.#count
  }

  /** One more has begun. Throws BodyRefusedError past the bound. */
  add(): void {
    if (++this.#count > this.#limit) {
      throw new BodyRefusedError(413, `A body may have at most ${this.#limit} ${this.#what}.`)
    }
  }
}

export function tooManyEvents(): BodyRefusedError {
  return new BodyRefusedError(413, `A body may have at most ${maxBodyEvents} events.`)
}
