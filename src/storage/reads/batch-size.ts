/** Bytes that a batch may have, about. */
export const mostBytes = 8_000_000
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
    const fitting = Math.floor((mostBytes * rows) / (1.5 * bytes.length))
    this.rows = Math.min(Math.max(fewestRows, fitting), this.#most)
  }

  /** Fewer, after the engine had no memory for so many; false when there are none fewer. */
  shrink(): boolean {
    if (this.rows <= fewestRows) return false
    this.rows = Math.max(fewestRows, Math.floor(this.rows / 8))
    return true
  }
}

/** Whether the answer to a statement that asked for `asked` rows is all there is: not when it may have been cut for its bytes. */
export function isLast({ rows, bytes }: { rows: number; bytes: Uint8Array }, asked: number): boolean {
  return rows === 0 || (rows < asked && bytes.length < mostBytes / 8)
}
