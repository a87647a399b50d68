import type { QueryRepresentation } from '../schema/query/query.ts'
import type { EventBatch } from '../storage/store.ts'
import type { Reader } from './query-service.ts'

/** Events as the store wrote them, to be read elsewhere (a worker thread) by `eventChunksOf` of event-batch.ts. */
export type { EventBatch }

/** Every event that a Search matches, of the moment of its snapshot. */
export interface MatchingEvents {
  /** How many there are. */
  matching: number
  /**
   * In the order of the Search, newest state of each, at most `limit`: what arrives meanwhile is left out. Memory does not grow
   * with their number; nothing is read ahead of the consumer but one batch. Rejects with a Fault, or the signal's reason.
   */
  read(limit: number, signal: AbortSignal): AsyncIterable<EventBatch>
}

/** A whole answer, as files take it. */
export interface Snapshot {
  /** Its status is SUCCESS, or STOPPED with what there was. The results of a Search hold one page. */
  query: QueryRepresentation
  /** IANA name of the zone that its range was resolved in. */
  timezone: string
  /** Of a Search. */
  events?: MatchingEvents
}

/** Answers for files: exports, reports, schedules. */
export interface SnapshotSource {
  /**
   * A query that this reader sees (of a widget too), once it is answered. Throws a Fault: not_found, permission_denied, what
   * the query failed with; rejects with the signal's reason.
   */
  snapshot(reader: Reader, queryId: string, signal: AbortSignal): Promise<Snapshot>
  /**
   * The answer to a question that nobody keeps: computed with this reader's rights, left out of lists and live updates. Throws as
   * `create` of the desk does, and what it failed with. `timezone` for ranges that name none.
   */
  answer(
    reader: Reader,
    question: { type: string; params: unknown; timezone?: string },
    signal: AbortSignal,
  ): Promise<Snapshot>
}
