/** What was written to a stream and is not confirmed yet. */
interface Written {
  /** Bytes written to the stream up to the end of this part. */
  end: number
  confirm: () => void
}

export interface ConfirmationLimits {
  /** More bytes than the buffers of both sides hold: what was written before them has been received. */
  bufferBytes: number
  /** A lost connection is noticed within this time after the last bytes, milliseconds. */
  quietMs: number
}

/** Buffers of Linux grow to 4 MiB for sending and 6 MiB for receiving (tcp_wmem, tcp_rmem). */
const defaultLimits: ConfirmationLimits = { bufferBytes: 12 * 1024 ** 2, quietMs: 15_000 }

/**
 * Decides when bytes of a TCP stream have certainly reached a receiver that acknowledges nothing: when more
 * bytes than all buffers hold were taken after them, or when nothing failed for a while after the last ones.
 * (A receiver that closes its connection without reading what it was sent resets it, which fails the stream.)
 */
export class StreamConfirmations {
  readonly #limits: ConfirmationLimits
  readonly #waiting: Written[] = []
  /** Bytes that the system has taken, and when it took the last of them, milliseconds. */
  #flushedBytes = 0
  #flushedAt = 0

  constructor(limits: ConfirmationLimits = defaultLimits) {
    this.#limits = limits
  }

  /** Bytes were written; `end`: to the stream so far. Resolves when they are confirmed. */
  written(end: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ end, confirm: resolve })
    return promise
  }

  /** The system has taken the bytes up to `end`. */
  flushed(end: number, nowMs: number): void {
    this.#flushedBytes = Math.max(this.#flushedBytes, end)
    this.#flushedAt = nowMs
    this.check(nowMs)
  }

  /** Confirms what is certain by now. Call it every second. */
  check(nowMs: number): void {
    const { bufferBytes, quietMs } = this.#limits
    const isQuiet = nowMs - this.#flushedAt >= quietMs
    while (this.#waiting[0] !== undefined) {
      const [{ end, confirm }] = this.#waiting
      const isCertain = isQuiet ? end <= this.#flushedBytes : end + bufferBytes <= this.#flushedBytes
      if (!isCertain) return
      this.#waiting.shift()
      confirm()
    }
  }

  /** The receiver has read everything and closed its side. */
  confirmAll(): void {
    for (const { confirm } of this.#waiting.splice(0)) confirm()
  }
}
