import type { StoredEvent } from '../../schema/event/event.ts'
import type { Cell } from '../clients/sql-client.ts'
import { list } from '../sql/literal.ts'

/** Where a page found an event: enough to read the event and its other rows. Times in microseconds. */
export interface EventKey {
  id: number
  first: number
  /** Of one of its rows. */
  ts: number
  /** The event, with the row's `last` and `counter`, when it was read together with the key. */
  event?: StoredEvent
}

/** In the order that `keyOf` reads. */
export const keyColumns = list(['id', 'toUnixTimestamp64Micro(first)', 'toUnixTimestamp64Micro(ts)'])

export function keyOf([id, first, ts]: readonly Cell[]): EventKey {
  return { id: Number(id), first: Number(first), ts: Number(ts) }
}
