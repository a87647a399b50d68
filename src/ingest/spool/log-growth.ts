/**
 * Decides when a log is written anew with only what still counts. With much that counts that is rare too: it takes place when the log has
 * doubled since the last time, so that all of them together write little more than the log itself.
 */
export class LogGrowth {
  readonly #compactAboveBytes: number
  #bytes: number
  /** Right after it was last compacted; 0 before. */
  #compactedBytes = 0

  /** A log of up to `compactAboveBytes` is left alone. `bytes`: what it has now. */
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

  /** The log was compacted, and has so many bytes now. */
  compacted(bytes: number): void {
    this.#bytes = bytes
    this.#compactedBytes = bytes
  }
}
