import type { EventStore } from '../../storage/store.ts'

const patience = 10_000
/** A store does not tell when it is ready again. */
const interval = 50

/** Resolves when the store answers again, or after ten seconds in any case. Rejects when the signal fires. */
export async function untilReady(store: EventStore, signal: AbortSignal): Promise<void> {
  for (let waited = 0; !store.ready && waited < patience; waited += interval) {
    signal.throwIfAborted()
    await new Promise(resolve => setTimeout(resolve, interval))
  }
  signal.throwIfAborted()
}
