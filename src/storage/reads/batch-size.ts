/** Bytes that a batch may have; past it fewer rows are asked for. */
export const mostBytes = 32_000_000
const wantedBytes = 5_000_000
const fewestRows = 100
const firstRows = 1_000
const mostRows = 20_000

/** How many rows a statement asks for: so many that they take some megabytes, as far as those before tell. */
export class BatchSize {
  readonly #most: number
  rows: number

  constructor(most = mostRows) {
    this.#most = most
    this.rows = Math.min(firstRows, most)
  }

  /** What the last statement gave. */
  learn({ rows, bytes }: { rows: number; bytes: Uint8Array }): void {
    if (rows === 0) return
    const fitting = Math.floor((wantedBytes * rows) / bytes.length)
    this.rows = Math.min(Math.max(fewestRows, fitting), this.#most)
  }

  /** Fewer, after the engine had no memory for so many; false when there are none fewer. */
  shrink(): boolean {
    if (this.rows <= fewestRows) return false
    this.rows = Math.max(fewestRows, Math.floor(this.rows / 8))
    return true
  }
}
