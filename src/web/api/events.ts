import type { EventRecord } from '../../schema/event-record.ts'
import { request } from './request.ts'

/** Times of occurrences, newest first, Unix seconds. */
export interface Occurrences {
  count: number
  timestamps: number[]
}

export function readEvent(id: string, signal: AbortSignal): Promise<EventRecord> {
  return request(`/api/events/${encodeURIComponent(id)}`, { signal })
}

export function readOccurrences(id: string, signal: AbortSignal): Promise<Occurrences> {
  return request(`/api/events/${encodeURIComponent(id)}/timestamps?page_size=500`, { signal })
}
