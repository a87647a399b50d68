import type { StoredEvent } from '../../schema/event/event.ts'

/** An event as it is sent to a destination. */
export interface OutgoingEvent
  extends Pick<
    StoredEvent,
    'host' | 'program' | 'facility' | 'severity' | 'mnemonic' | 'message' | 'status' | 'tags'
  > {
  /**
   * Equal if the same event is sent again. The forms:
   * - `123`: the id of the stored event, for its first occurrence;
   * - `123-1700000000000000`: a repeat, with its time in microseconds;
   * - `123-1700000000000000-1`: a further repeat of that time;
   * - `123+`: the sum of a window whose first occurrence was sent at once, as `123`.
   */
  id: string
  /** First and last occurrence that it stands for, microseconds. */
  ts: number
  last: number
  /** Number of occurrences that it stands for. */
  counter: number
}
