/**
 * Decides when a log is compacted, that is, rewritten with only the lines that still count: once it has
 * doubled since the last time. So all rewrites together write little more than the log itself.
 */
export class LogGrowth {
  readonly #compactAboveBytes: number
  #bytes: number
  /** Size right after the last compaction; 0 before the first. */
  #compactedBytes = 0

  /** `compactAboveBytes`: smaller logs are not rewritten. `bytes`: current size of the log. */
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

  /** Records the size after a rewrite. */
  compacted(bytes: number): void {
    this.#bytes = bytes
    this.#compactedBytes = bytes
  }
}
