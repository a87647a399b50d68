import type { StoredEvent } from '../../schema/event.ts'

/** About what an event takes beside its texts. */
const fixedEventBytes = 500

interface CacheEntry {
  event: StoredEvent
  bytes: number
}

/**
 * The events that were shown last, within a bound of memory. Nothing but its counters ever changes of an event, so a live search
 * reads only what is new on its page: the columns of a hundred events of the last seconds lie in as many young parts of the table.
 */
export class EventCache {
  readonly #most: number
  /** By id, the one that was used last at the end. */
  readonly #kept = new Map<number, CacheEntry>()
  #bytes = 0

  /** `most`: bytes, about. */
  constructor(most: number) {
    this.#most = most
  }

  get(id: number): StoredEvent | undefined {
    const kept = this.#kept.get(id)
    if (kept === undefined) return undefined
    this.#kept.delete(id)
    this.#kept.set(id, kept)
    return kept.event
  }

  keep(event: StoredEvent): void {
    this.#forget(event.id)
    const bytes = eventMemoryBytes(event)
    this.#kept.set(event.id, { event, bytes })
    this.#bytes += bytes
    for (const [oldest] of this.#kept) {
      if (this.#bytes <= this.#most) return
      this.#forget(oldest)
    }
  }

  #forget(id: number): void {
    this.#bytes -= this.#kept.get(id)?.bytes ?? 0
    this.#kept.delete(id)
  }
}

/** About the bytes that an event takes in memory. */
export function eventMemoryBytes({ message, tags }: StoredEvent): number {
  const inTags = Object.entries(tags).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return fixedEventBytes + 2 * (message.length + inTags)
}
