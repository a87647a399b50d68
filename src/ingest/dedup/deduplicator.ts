import type { ParsedEvent } from '../../schema/event.ts'
import type { EventIds } from '../event-ids.ts'
import type { Batch } from '../spool/batch.ts'
import { type RowContent, RowContentWriter } from '../spool/row-content.ts'
import { type WindowBounds, WindowCache } from './window-cache.ts'

/** Turns occurrences into rows: the first of its event, or a repeat of one whose window is open. */
export class Deduplicator {
  readonly #ids: Pick<EventIds, 'next'>
  readonly #cache: WindowCache
  readonly #content = new RowContentWriter()

  constructor(ids: Pick<EventIds, 'next'>, bounds: WindowBounds) {
    this.#ids = ids
    this.#cache = new WindowCache(bounds)
  }

  /** Windows closed early because memory was full. */
  get evicted(): number {
    return this.#cache.evicted
  }

  /** Adds an event to the batch; returns whether it is the first of its window. `now`: milliseconds of the monotonic clock. */
  append(event: ParsedEvent, now: number, batch: Batch): boolean {
    const content = this.#content
    content.write(event)
    const { ts } = event
    const slot = this.#cache.find(content, ts, now)
    if (slot === -1) {
      const id = this.#ids.next()
      batch.appendFirst(content, id, ts)
      this.#cache.open(content, id, ts, now)
      return true
    }
    const { windows } = this.#cache
    const newest = windows.batches[slot] === batch.number ? (windows.rows[slot] ?? -1) : -1
    // Written from the window, not from this event: mnemonic, type and status are those of the first occurrence.
    windows.select(slot)
    const first = windows.firsts[slot] ?? 0
    windows.rows[slot] = batch.appendRepeat(windows, windows.ids[slot] ?? 0, first, ts, newest)
    windows.batches[slot] = batch.number
    return false
  }

  /** Restores the window of a row of an earlier run. `touched`: when it was written, in milliseconds of the monotonic clock; may be negative. */
  restore(content: RowContent, id: number, first: number, touched: number): void {
    this.#cache.restore(content, id, first, touched)
  }

  /** Restores the window of an event. */
  restoreEvent(event: ParsedEvent, id: number, first: number, touched: number): void {
    this.#content.write(event)
    this.#cache.restore(this.#content, id, first, touched)
  }
}
