import type { EventRecord } from '../../schema/event-record.ts'

/** Events whose last line is remembered. */
const maxRemembered = 100_000

/** Events to show, oldest first, and how many came that no page had. */
export interface NewLines {
  events: EventRecord[]
  leftOut: number
}

/** Tells from pages of the newest events which of them are new, and which were repeated since they were shown. */
export class NewEvents {
  /** Occurrences by id, the id that was seen longest ago first. */
  readonly #counters = new Map<number, number>()
  readonly #first: number
  #count: number | undefined
  #highestId = 0
  /** An event that was there at the last page and lasted beyond this moment was on it. */
  #pageStart = Number.POSITIVE_INFINITY

  /** `first`: how many events of the first page are shown. */
  constructor(first: number) {
    this.#first = first
  }

  /** `page`: newest first. `count`: all events that match. */
  take(page: readonly EventRecord[], count: number): NewLines {
    const isFirst = this.#count === undefined
    const changed = page.filter(({ id, counter }) => (this.#counters.get(id) ?? 0) < counter)
    const arrived = changed.filter(event => this.#hasArrived(event)).length
    const leftOut = isFirst ? 0 : Math.max(0, count - (this.#count ?? 0) - arrived)
    for (const event of changed) this.#remember(event)
    this.#count = count
    this.#pageStart = page.at(-1)?.last_occurrence ?? Number.POSITIVE_INFINITY
    const shown = isFirst ? page.slice(0, this.#first) : changed
    return { events: shown.toReversed(), leftOut }
  }

  /**
   * Whether an event has come since the last page. Ids of one node rise with arrival; each of several nodes has blocks of its own. Any other
   * event that was not seen was counted before, and came up because it was repeated.
   */
  #hasArrived({ id, first_occurrence }: EventRecord): boolean {
    return id > this.#highestId || (!this.#counters.has(id) && first_occurrence > this.#pageStart)
  }

  #remember({ id, counter }: EventRecord): void {
    this.#counters.delete(id)
    this.#counters.set(id, counter)
    this.#highestId = Math.max(this.#highestId, id)
    if (this.#counters.size <= maxRemembered) return
    for (const oldest of this.#counters.keys()) {
      this.#counters.delete(oldest)
      break
    }
  }
}
