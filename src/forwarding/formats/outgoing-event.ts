import type { StoredEvent } from '../../schema/event/event.ts'

/** An event as it is sent to a destination. */
export interface OutgoingEvent
  extends Pick<
    StoredEvent,
    'host' | 'program' | 'facility' | 'severity' | 'mnemonic' | 'message' | 'status' | 'tags'
  > {
  /**
   * Equal if the same event is sent again. The id of the stored event; later copies of it have a time after
   * it (`123-1700000000000000`), and a number if several have that time (`-1`). The event that ends a window
   * whose first one was sent at once has `+`.
   */
  id: string
  /** First and last occurrence that it stands for, microseconds. */
  ts: number
  last: number
  /** Number of occurrences that it stands for. */
  counter: number
}
