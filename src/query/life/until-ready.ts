import type { EventStore } from '../../storage/contract/event-store.ts'

const maxWaitMs = 10_000
const pollMs = 50

/** Polls until the store is ready, for ten seconds at most. Rejects when the signal fires. */
export async function untilReady(store: EventStore, signal: AbortSignal): Promise<void> {
  for (let waited = 0; !store.ready && waited < maxWaitMs; waited += pollMs) {
    signal.throwIfAborted()
    await new Promise(resolve => setTimeout(resolve, pollMs))
  }
  signal.throwIfAborted()
}
