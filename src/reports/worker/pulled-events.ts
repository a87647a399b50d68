import type { FiredByEvent } from '../../schema/event/event-record.ts'
import { maxBatchesAhead } from './messages.ts'

/** A batch of events as RowBinary. */
export interface PulledBatch {
  bytes: Uint8Array
  rows: number
  /** What its events set off, if wanted. */
  fired?: FiredByEvent | undefined
}

/** The events of one part, pulled while they are read. They can be read once. */
export class PulledEvents implements AsyncIterable<PulledBatch> {
  readonly #ask: (kind: 'pull' | 'stop') => void
  readonly #signal: AbortSignal
  readonly #waiting: PulledBatch[] = []
  #ended = false
  #wake: () => void = () => {}

  /** `ask` sends the main thread a message about this part. */
  constructor(ask: (kind: 'pull' | 'stop') => void, signal: AbortSignal) {
    this.#ask = ask
    this.#signal = signal
    signal.addEventListener('abort', () => this.#wake(), { once: true })
  }

  /** Adds a batch; undefined: there are no more. */
  push(batch: PulledBatch | undefined): void {
    if (batch === undefined) this.#ended = true
    else this.#waiting.push(batch)
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncIterator<PulledBatch> {
    for (let ahead = 0; ahead < maxBatchesAhead; ahead++) this.#ask('pull')
    try {
      for (;;) {
        this.#signal.throwIfAborted()
        const batch = this.#waiting.shift()
        if (batch !== undefined) {
          yield batch
          this.#ask('pull')
        } else if (this.#ended) return
        else await new Promise<void>(resolve => (this.#wake = resolve))
      }
    } finally {
      if (!this.#ended) this.#ask('stop')
    }
  }
}
