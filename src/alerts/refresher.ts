import pLimit from 'p-limit'
import type { Log } from '../telemetry/log.ts'

/** Polling interval for what no change event announces: owners' permissions, start and end times. */
const intervalMs = 2_000

/**
 * Reads something again after changes, and every two seconds from `start`. One read runs at a time and at
 * most one waits, which sees all changes before it. A failed read is logged as `failure`; the next one makes
 * up for it.
 */
export class Refresher {
  readonly #read: () => Promise<void>
  readonly #log: Log
  readonly #failure: string
  readonly #queue = pLimit(1)
  readonly #stopListening: () => void
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(
    read: () => Promise<void>,
    onChange: (listener: () => void) => () => void,
    log: Log,
    failure: string,
  ) {
    this.#read = read
    this.#log = log
    this.#failure = failure
    this.#stopListening = onChange(() => void this.refresh())
  }

  /** Reads every two seconds from now on. */
  start(): void {
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.refresh().finally(() => this.start()), intervalMs)
    this.#timer.unref()
  }

  /** Resolves when all changes so far have been read. */
  async refresh(): Promise<void> {
    if (this.#queue.pendingCount > 0) return this.#queue(async () => {})
    await this.#queue(async () => {
      if (this.#isClosed) return
      try {
        await this.#read()
      } catch (error) {
        this.#log.error({ room: 'alerts', err: error }, this.#failure)
      }
    })
  }

  /** Resolves when a running read has ended. No read starts after it. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopListening()
    clearTimeout(this.#timer)
    await this.#queue(async () => {})
  }
}
