import type { NotesByEvent } from '../schema/event/event-note.ts'
import type { TriggersByEvent } from '../schema/event/event-record.ts'
import type { QueryRepresentation } from '../schema/query/query.ts'
import type { EventBatch } from '../storage/contract/event-store.ts'
import type { Reader } from './query-service.ts'

/** Events in the store's binary format. event-batch.ts reads them, also in a worker thread. */
export type { EventBatch }

/** All events of a Search, at the moment of its snapshot. */
export interface MatchingEvents {
  /** Number of events; `read` may return fewer. */
  matching: number
  /** Notes on them, at most the newest 10,000. */
  notes?: NotesByEvent | undefined
  /** Which triggers with a condition fired for these events; at most the newest 100,000. */
  triggers?: TriggersByEvent | undefined
  /**
   * At most `limit` events in the order of the Search, without events that arrive meanwhile. Reads at most
   * one batch ahead of the consumer. Rejects with a Fault, or the signal's reason.
   */
  read(limit: number, signal: AbortSignal): AsyncIterable<EventBatch>
}

/** A complete answer, for files. */
export interface Snapshot {
  /** Its status is SUCCESS, or STOPPED with the results so far. The results of a Search have one page. */
  query: QueryRepresentation
  /** IANA zone of its range. */
  timezone: string
  /** Only for a Search. */
  events?: MatchingEvents
}

/** Answers for files: exports, reports, schedules. */
export interface SnapshotSource {
  /**
   * A query that this reader sees (also a widget's), once it is answered. Rejects with not_found,
   * permission_denied, the query's error, or the signal's reason.
   */
  snapshot(reader: Reader, queryId: string, signal: AbortSignal): Promise<Snapshot>
  /**
   * Computes an answer with this reader's rights, without creating a query. Rejects like
   * `QueryService.create`, or with the computation's error. `timezone`: for ranges without one.
   */
  answer(
    reader: Reader,
    question: { type: string; params: unknown; timezone?: string },
    signal: AbortSignal,
  ): Promise<Snapshot>
}
