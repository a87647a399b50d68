import type { EventRecord } from '../../schema/event/event-record.ts'

/** Maximum events whose counter is remembered. */
const maxRemembered = 100_000

/** What to show of a page. */
interface EventsToShow {
  /** Oldest first. */
  events: EventRecord[]
  /** Number of new events that no page contained, because too many arrived at once. */
  leftOut: number
}

/** Finds new events, and events repeated since they were shown, in pages of the newest events. */
export class NewEvents {
  /** Occurrences by id. The id whose counter changed longest ago comes first. */
  readonly #counters = new Map<number, number>()
  readonly #shownFirst: number
  /** Events that matched at the previous page; undefined before the first page. */
  #count: number | undefined
  /** The highest id of an event on any page. */
  #highestId = 0
  /**
   * The last occurrence of the oldest event on the previous page, Unix seconds. That page had each event with
   * a later last occurrence.
   */
  #pageStart = Number.POSITIVE_INFINITY

  /** `shownFirst`: number of events to show of the first page. */
  constructor(shownFirst: number) {
    this.#shownFirst = shownFirst
  }

  /** Finds the events to show of a page. `page`: newest first. `count`: number of all events that match. */
  take(page: readonly EventRecord[], count: number): EventsToShow {
    const isFirst = this.#count === undefined
    const changed = page.filter(({ id, counter }) => (this.#counters.get(id) ?? 0) < counter)
    const arrived = changed.filter(event => this.#hasArrived(event)).length
    const leftOut = isFirst ? 0 : Math.max(0, count - (this.#count ?? 0) - arrived)
    for (const event of changed) this.#remember(event)
    this.#count = count
    this.#pageStart = page.at(-1)?.last_occurrence ?? Number.POSITIVE_INFINITY
    const shown = isFirst ? page.slice(0, this.#shownFirst) : changed
    return { events: shown.toReversed(), leftOut }
  }

  /**
   * Whether an event arrived after the previous page. Ids rise with arrival only within a node, since each
   * node has its own blocks of ids. An unseen event with a lower id has arrived if its first occurrence is
   * later than the start of that page. Any other unseen event was counted before, and is on this page because
   * it was repeated.
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
