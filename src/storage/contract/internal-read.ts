import type { Read } from './event-store.ts'

/** Options for the store's own reads, which cannot be cancelled. */
export function internalRead(lane: Read['lane'], timeoutSeconds: number): Read {
  return { signal: new AbortController().signal, lane, timeout: timeoutSeconds }
}
