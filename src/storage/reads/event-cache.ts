import { LRUCache } from 'lru-cache'
import type { StoredEvent } from '../../schema/event.ts'

/** About what an event takes beside its texts. */
const fixedEventBytes = 500

/**
 * The events that were shown last, by id. Of an event nothing but its counters ever changes, so that a live search reads only what is new
 * on its page: the columns of a hundred events of the last seconds lie in as many young parts of the table.
 */
export type EventCache = LRUCache<number, StoredEvent>

/** `maxBytes`: about. */
export function eventCache(maxBytes: number): EventCache {
  return new LRUCache({ maxSize: maxBytes, sizeCalculation: eventMemoryBytes })
}

/** About the bytes that an event takes in memory. */
export function eventMemoryBytes({ message, tags }: StoredEvent): number {
  const inTags = Object.entries(tags).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return fixedEventBytes + 2 * (message.length + inTags)
}
