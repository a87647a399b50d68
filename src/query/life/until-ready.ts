import type { EventStore } from '../../storage/store.ts'

const maxWaitMs = 10_000
/** A store does not tell when it is ready again. */
const pollMs = 50

/** Resolves when the store answers again, or after ten seconds in any case. Rejects when the signal fires. */
export async function untilReady(store: EventStore, signal: AbortSignal): Promise<void> {
  for (let waited = 0; !store.ready && waited < maxWaitMs; waited += pollMs) {
    signal.throwIfAborted()
    await new Promise(resolve => setTimeout(resolve, pollMs))
  }
  signal.throwIfAborted()
}
