import type { StoredEvent } from '../../schema/event.ts'
import { list } from '../sql/literal.ts'
import type { Cell } from '../sql-client.ts'

/** Where a page found an event: enough to read it, and its other rows. Times in microseconds. */
export interface EventKey {
  id: number
  first: number
  /** Of one of its rows. */
  ts: number
  /** The event, with `last` and `counter` of that row, where it was read with the key. */
  event?: StoredEvent
}

/** In the order that `keyOf` reads. */
export const keyColumns = list(['id', 'toUnixTimestamp64Micro(first)', 'toUnixTimestamp64Micro(ts)'])

export function keyOf([id, first, ts]: readonly Cell[]): EventKey {
  return { id: Number(id), first: Number(first), ts: Number(ts) }
}
