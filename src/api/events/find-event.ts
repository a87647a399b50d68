import type { FastifyRequest } from 'fastify'
import type { Predicate } from '../../filter/predicate/predicate.ts'
import { restrictedTo, rightsOf } from '../../query/life/rights.ts'
import type { StoredEvent } from '../../schema/event/event.ts'
import { Fault } from '../../schema/fault.ts'
import { callerOf } from '../auth/access.ts'
import { pathParameter } from '../http/path-parameters.ts'

/** Options for reads of one event. `lane`: the slots of the store in which the read runs. */
export interface ReadOptions {
  signal: AbortSignal
  lane: 'short'
  /** Seconds. */
  timeout: number
}

/** The part of the event store that event routes use. */
export interface EventSource {
  /** Null if no event has this id, or its event does not match `predicate`. */
  event(id: number, predicate: Predicate, read: ReadOptions): Promise<StoredEvent | null>
  occurrences(id: number, offset: number, limit: number, read: ReadOptions): Promise<number[]>
}

const readTimeoutSeconds = 10

/** The event in the path. Throws not_found, also if the caller may not see its host. */
export async function findEvent(
  request: FastifyRequest,
  store: Pick<EventSource, 'event'>,
): Promise<StoredEvent> {
  return findEventById(request, pathParameter(request, 'ev_id'), store)
}

/** As `findEvent`, for an id from elsewhere in the request. */
export async function findEventById(
  request: FastifyRequest,
  id: string,
  store: Pick<EventSource, 'event'>,
): Promise<StoredEvent> {
  const eventId = eventIdOf(id)
  const visible = restrictedTo(rightsOf(callerOf(request).hosts), { kind: 'const', value: true })
  const event = eventId === null ? null : await store.event(eventId, visible, readOptionsOf(request))
  if (event === null) throw new Fault('not_found')
  return event
}

export function readOptionsOf(request: FastifyRequest): ReadOptions {
  return { signal: request.clientGone, lane: 'short', timeout: readTimeoutSeconds }
}

/** Parses an id. Null unless `text` is an integer below 2^53. */
function eventIdOf(text: string): number | null {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : null
}
