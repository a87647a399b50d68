/**
 * Decides when a log is rewritten with only its valid entries. A log that keeps many of them is rewritten
 * rarely: only once it has doubled since the last time. In total, rewrites then write little more than the
 * log itself.
 */
export class LogGrowth {
  readonly #compactAboveBytes: number
  #bytes: number
  /** Size right after the last compaction; 0 before the first. */
  #compactedBytes = 0

  /** A log of up to `compactAboveBytes` is left alone. `bytes`: its current size. */
  constructor(compactAboveBytes: number, bytes: number) {
    this.#compactAboveBytes = compactAboveBytes
    this.#bytes = bytes
  }

  get isDue(): boolean {
    return this.#bytes > Math.max(this.#compactAboveBytes, 2 * this.#compactedBytes)
  }

  appended(bytes: number): void {
    this.#bytes += bytes
  }

  /** Records that the log was compacted to this size. */
  compacted(bytes: number): void {
    this.#bytes = bytes
    this.#compactedBytes = bytes
  }
}
