import type { StoredEvent } from '../schema/event.ts'
import { storedEvents, storedEventsBy } from '../storage/reads/event-lines.ts'
import type { EventBatch } from './snapshot.ts'

/** Events of a piece. */
const pieceSize = 500

/** The events of a batch, in its order. For worker threads: it costs some 3 microseconds an event. */
export function eventsOf(batch: EventBatch): StoredEvent[] {
  return storedEvents(batch)
}

/** The same in pieces, each of which is forgotten before the next is made. */
export function eventPiecesOf(batch: EventBatch): Iterable<StoredEvent[]> {
  return storedEventsBy(pieceSize, batch)
}
