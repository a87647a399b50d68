/**
 * Time between two notifications of the log, and between two looks of a node after one of them: see
 * `notifies` in statements.ts.
 */
export const lookMs = 100
/** After this many looks in a row without a new entry, the node waits for a notification. */
const maxEmptyLooks = 3

/**
 * Decides when a node looks for new entries of the log. A notification is followed by looks every 100 ms as
 * long as there are new entries, because changes soon after a notification send none. Reads for other reasons
 * count as looks.
 */
export class Looks {
  readonly #look: () => void
  #timer: NodeJS.Timeout | undefined
  #emptyLooks = 0
  #hasNews = false
  /** Time of the last read, milliseconds of the monotonic clock. */
  #readAt = Number.NEGATIVE_INFINITY

  constructor(look: () => void) {
    this.#look = look
  }

  /**
   * Call it with each notification. `isOwn`: by this node, which has read its own change, but gets no
   * notification of others' changes soon after it.
   */
  notified(isOwn = false): void {
    this.#emptyLooks = 0
    if (this.#timer !== undefined) return
    if (!isOwn) this.#look()
    this.#wait(lookMs)
  }

  /** Call it when a read of the log begins. */
  reading(): void {
    this.#readAt = performance.now()
  }

  /** Call it when a read has found new entries. */
  found(): void {
    this.#hasNews = true
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #wait(ms: number): void {
    this.#timer = setTimeout(() => this.#next(), ms)
    this.#timer.unref()
  }

  #next(): void {
    this.#timer = undefined
    const leftMs = this.#readAt + lookMs - performance.now()
    if (leftMs >= 1) {
      this.#wait(leftMs)
      return
    }
    this.#emptyLooks = this.#hasNews ? 0 : this.#emptyLooks + 1
    this.#hasNews = false
    if (this.#emptyLooks >= maxEmptyLooks) return
    this.#look()
    this.#wait(lookMs)
  }
}
