import type { Read } from './store.ts'

/** A read that the store itself needs: nobody cancels it. `timeout`: seconds. */
export function internalRead(lane: Read['lane'], timeout: number): Read {
  return { signal: new AbortController().signal, lane, timeout }
}
