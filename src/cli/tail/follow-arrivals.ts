import { setTimeout } from 'node:timers/promises'
import type { ArrivalsRequest, EventArrivals } from '../../schema/event/event-arrivals.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import { isRefusal, retryDelay } from '../live/retries.ts'
import { throwInWords } from '../query/ask-query.ts'
import { type RemoteOptions, requestJson } from '../remote/remote.ts'

const pauseMs = 1_000
const requestTimeoutMs = 60_000
const eventsPerAnswer = 2_000

interface ArrivalListener {
  /** The cursor is set: all events from now on will be delivered. */
  begun(): Promise<void>
  /** New events, one entry for each counter value. */
  arrived(events: readonly EventRecord[]): Promise<void>
  /** The connection is lost; reconnecting. */
  lost(reason: string): void
  /** The service answers again. */
  restored(): void
}

/**
 * Reads new events by a cursor until `signal` aborts. An absent or restarting service, or a slow listener,
 * loses none. Throws an Error if the service refuses, or does not answer the first attempt.
 */
export async function followArrivals(
  remote: RemoteOptions,
  request: Omit<ArrivalsRequest, 'after' | 'limit'>,
  listener: ArrivalListener,
  signal: AbortSignal,
): Promise<void> {
  const ask = (after: string | undefined) => {
    const body = { ...request, limit: eventsPerAnswer, ...(after !== undefined && { after }) }
    return requestJson<EventArrivals>(remote, 'POST', '/api/events/arrivals', body, requestTimeoutMs, signal)
  }
  let cursor: string | undefined
  let failures = 0
  while (!signal.aborted) {
    let answer: EventArrivals
    try {
      answer = await ask(cursor)
    } catch (error) {
      if (signal.aborted) return
      if (cursor === undefined || isRefusal(error)) throwInWords(error)
      if (failures === 0) listener.lost(error instanceof Error ? error.message : String(error))
      await pause(retryDelay(failures++), signal)
      continue
    }
    if (failures > 0) listener.restored()
    failures = 0
    if (cursor === undefined) await listener.begun()
    await listener.arrived(answer.objects)
    cursor = answer.next
    if (!answer.has_more) await pause(pauseMs, signal)
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {})
}
