/** What was written to a stream and is not confirmed yet. */
interface Written {
  /** Bytes of the stream up to the end of this part. */
  end: number
  /** When our system had taken it, milliseconds. */
  at: number
  confirm: () => void
}

export interface ConfirmationLimits {
  /** More bytes than the buffers of both sides hold: what was written before them has been received. */
  bufferBytes: number
  /** A receiver that ends before it has read all bytes is noticed within this time, milliseconds. */
  noticeMs: number
}

/** Buffers of Linux grow to 4 MiB for sending and 6 MiB for receiving (tcp_wmem, tcp_rmem). */
const defaultLimits: ConfirmationLimits = { bufferBytes: 12 * 1024 ** 2, noticeMs: 15_000 }

/**
 * Decides when a receiver that acknowledges nothing has read bytes of a TCP stream: when more bytes than all
 * buffers hold were taken after them, or when its system has acknowledged them and nothing failed for a
 * while. (A receiver that ends without reading what it was sent resets the connection, which fails the
 * stream.)
 */
export class StreamConfirmations {
  readonly #limits: ConfirmationLimits
  readonly #waiting: Written[] = []
  #writtenBytes = 0

  constructor(limits: ConfirmationLimits = defaultLimits) {
    this.#limits = limits
  }

  /** Our system has taken the first `end` bytes of the stream. Resolves when they are confirmed. */
  written(end: number, nowMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#writtenBytes = end
    this.#waiting.push({ end, at: nowMs, confirm: resolve })
    this.check(nowMs, 0)
    return promise
  }

  /** Whether bytes have waited long enough to be confirmed once they are acknowledged. */
  isDue(nowMs: number): boolean {
    const [oldest] = this.#waiting
    return oldest !== undefined && nowMs - oldest.at >= this.#limits.noticeMs
  }

  /**
   * Confirms what is certain by now. Call it every second. `acknowledged`: bytes of the stream that the
   * system of the receiver has.
   */
  check(nowMs: number, acknowledged: number): void {
    const { bufferBytes, noticeMs } = this.#limits
    while (this.#waiting[0] !== undefined) {
      const [{ end, at, confirm }] = this.#waiting
      const isOld = nowMs - at >= noticeMs && end <= acknowledged
      if (!isOld && end + bufferBytes > this.#writtenBytes) return
      this.#waiting.shift()
      confirm()
    }
  }

  /** The receiver has read everything and closed its side. */
  confirmAll(): void {
    for (const { confirm } of this.#waiting.splice(0)) confirm()
  }
}
