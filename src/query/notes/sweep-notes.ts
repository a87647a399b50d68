import { Repeater } from '../../async/repeater.ts'
import type { EventNotes } from '../../metadata/notes/event-notes.ts'
import type { EventStore } from '../../storage/contract/event-store.ts'

const intervalMs = 3_600_000
/** Maximum annotated events that a run looks up. */
const maxEventsPerRun = 200
const readTimeoutSeconds = 30
const anyEvent = { kind: 'const', value: true } as const

interface SweepDeps {
  notes: Pick<EventNotes, 'oldestEvents' | 'removeEvents'>
  store: Pick<EventStore, 'event'>
  /** Whether the store has the events of all users who write notes here; asked before each run. */
  hasAllEvents: () => boolean
  log: (message: string, error: unknown) => void
}

/**
 * Removes the notes of events that the store no longer has. The store drops the oldest events first, so the
 * oldest annotated events are looked up until one is found. Returns the number of events whose notes were
 * removed.
 */
export async function sweepNotes(
  { notes, store }: Pick<SweepDeps, 'notes' | 'store'>,
  signal: AbortSignal,
): Promise<number> {
  const missingIds: number[] = []
  for (const id of await notes.oldestEvents(maxEventsPerRun)) {
    const event = await store.event(id, anyEvent, { signal, lane: 'short', timeout: readTimeoutSeconds })
    if (event !== null) break
    missingIds.push(id)
  }
  await notes.removeEvents(missingIds)
  return missingIds.length
}

/** Runs `sweepNotes` every hour. Returns the function that ends it. */
export function startNoteSweeper({ notes, store, hasAllEvents, log }: SweepDeps): () => Promise<void> {
  const closing = new AbortController()
  const sweeps = new Repeater(
    async () => {
      if (hasAllEvents()) await sweepNotes({ notes, store }, closing.signal)
    },
    error => {
      if (!closing.signal.aborted) log('could not sweep the notes of events that are gone', error)
    },
  )
  sweeps.start(intervalMs)
  return async () => {
    closing.abort(new Error('the service closes'))
    await sweeps.close()
  }
}
