import type { ParsedEvent } from '../../schema/event/event.ts'
import type { EventIds } from '../event/event-ids.ts'
import type { Batch } from '../spool/batch.ts'
import { type RowContent, RowContentWriter } from '../spool/rows/row-content.ts'
import { type WindowBounds, WindowCache } from './window-cache.ts'

/** Turns occurrences into rows: the first row of an event, or a repeat within its open window. */
export class Deduplicator {
  readonly #ids: Pick<EventIds, 'next'>
  readonly #cache: WindowCache
  readonly #content = new RowContentWriter()

  constructor(ids: Pick<EventIds, 'next'>, bounds: WindowBounds) {
    this.#ids = ids
    this.#cache = new WindowCache(bounds)
  }

  /** Id of the event that the last `append` has found or created. */
  lastId = 0

  /** Number of windows closed early because memory was full. */
  get evicted(): number {
    return this.#cache.evicted
  }

  /**
   * Adds an occurrence to the batch. Returns whether it is the first of its event. `now`: milliseconds of the
   * monotonic clock; `triggers`: ids of the triggers that it fires.
   */
  append(event: ParsedEvent, now: number, batch: Batch, triggers?: readonly number[]): boolean {
    const content = this.#content
    content.write(event, triggers)
    const { ts } = event
    const slot = this.#cache.find(content, ts, now)
    if (slot === -1) {
      const id = this.#ids.next()
      this.lastId = id
      batch.appendFirst(content, id, ts)
      this.#cache.open(content, id, ts, now)
      return true
    }
    const { windows } = this.#cache
    const newest = windows.batches[slot] === batch.number ? (windows.rows[slot] ?? -1) : -1
    // Content comes from the window: the first occurrence decides mnemonic, type, status and triggers.
    windows.select(slot)
    this.lastId = windows.ids[slot] ?? 0
    const first = windows.firsts[slot] ?? 0
    windows.rows[slot] = batch.appendRepeat(windows, this.lastId, first, ts, newest)
    windows.batches[slot] = batch.number
    return false
  }

  /**
   * Restores a window from a row of an earlier run. `first`: microseconds of the event's first occurrence.
   * `touched`: when the row was written, in milliseconds of the monotonic clock; may be negative.
   */
  restore(content: RowContent, id: number, first: number, touched: number): void {
    this.#cache.restore(content, id, first, touched)
  }

  /** Like `restore`, from an event instead of its encoded content. */
  restoreEvent(
    event: ParsedEvent,
    id: number,
    first: number,
    touched: number,
    triggers?: readonly number[],
  ): void {
    this.#content.write(event, triggers)
    this.#cache.restore(this.#content, id, first, touched)
  }
}
