/** Schedules a function before the next paint of the browser. */
type NextFrame = (act: () => void) => void

/**
 * Applies updates of widgets one per frame, so that a page of widgets never blocks the main thread for long.
 * A newer update of a widget replaces its waiting one. In a hidden tab nothing is applied until the browser
 * paints again.
 */
export class PaintQueue {
  readonly #nextFrame: NextFrame
  readonly #waiting = new Map<object, () => void>()
  #isScheduled = false

  constructor(nextFrame: NextFrame) {
    this.#nextFrame = nextFrame
  }

  /** Queues an update of a widget. `owner` identifies the widget's query. */
  add(owner: object, update: () => void): void {
    this.#waiting.set(owner, update)
    this.#schedule()
  }

  /** Drops the waiting update of a query that is closed. */
  remove(owner: object): void {
    this.#waiting.delete(owner)
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.size === 0) return
    this.#isScheduled = true
    this.#nextFrame(() => {
      this.#isScheduled = false
      const [oldest] = this.#waiting
      if (oldest === undefined) return
      const [owner, update] = oldest
      this.#waiting.delete(owner)
      update()
      this.#schedule()
    })
  }
}

/** The queue of all widgets of the page. */
export const paintQueue = new PaintQueue(act => requestAnimationFrame(act))
