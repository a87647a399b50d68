import { LRUCache } from 'lru-cache'
import type { StoredEvent } from '../../schema/event.ts'

/** Beside its texts, about. */
const fixedEventBytes = 500

/**
 * Events that were shown, by id. Only the counters of an event ever change, so that a live search reads only the new events of its page:
 * the columns of a hundred events of the last seconds lie in as many young parts of the table.
 */
export type EventCache = LRUCache<number, StoredEvent>

export function eventCache(maxBytes: number): EventCache {
  return new LRUCache({ maxSize: maxBytes, sizeCalculation: eventMemoryBytes })
}

/** Bytes of an event in memory, about. */
export function eventMemoryBytes({ message, tags }: StoredEvent): number {
  const inTags = Object.entries(tags).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return fixedEventBytes + 2 * (message.length + inTags)
}
