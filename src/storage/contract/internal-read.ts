import type { Read } from './event-store.ts'

/** Options for the store's own reads, which cannot be cancelled. `timeout`: seconds. */
export function internalRead(lane: Read['lane'], timeout: number): Read {
  return { signal: new AbortController().signal, lane, timeout }
}
