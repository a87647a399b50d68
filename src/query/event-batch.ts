import { type EventChunk, eventsIn } from '../storage/reads/event-bytes.ts'
import { EventCursor } from '../storage/reads/event-cursor.ts'
import type { EventBatch } from './snapshot.ts'

export type { EventCursor, Place } from '../storage/reads/event-cursor.ts'

/** Events of a piece. */
const eventsPerChunk = 500

/**
 * The events of a batch, in its order, in pieces, each of which is forgotten before the next is made. For worker threads: it costs
 * about a microsecond an event. Equal events have equal bytes.
 */
export function eventChunksOf(batch: EventBatch): Iterable<EventChunk> {
  return eventsIn(batch, eventsPerChunk)
}

/** The events of a batch, one after the other, by where their texts lie: for what writes bytes itself. */
export function cursorOf(batch: EventBatch): EventCursor {
  return new EventCursor(batch)
}
