/**
 * The members that distinguish lines of a tail. Pages are sorted newest first; lines of one moment by
 * descending id.
 */
interface Line {
  id: number
  /** Time of the first occurrence, microseconds. */
  ts: number
}

/**
 * Finds the lines in a page of the newest lines that are new since the previous page. For each page, call
 * `isShort` (a longer page may be needed), then `take`.
 */
export class SeenLines {
  readonly #maxPage: number
  /** By id. */
  #seen = new Map<number, Line>()
  /** Only lines newer than this one can count as new; null: any line can. */
  #boundary: Line | null = null
  #hasPage = false

  /** `maxPage`: maximum lines of a page. */
  constructor(maxPage: number) {
    this.#maxPage = maxPage
  }

  /**
   * Whether a page, unless it is the first one, is too short: it ends with a new line, so further new lines
   * may follow. Behind a seen line, only lines that arrived late can be new. `hasMore`: the store has lines
   * behind the page.
   */
  isShort(page: readonly Line[], hasMore: boolean): boolean {
    const last = page.at(-1)
    return this.#hasPage && hasMore && last !== undefined && this.#isNew(last)
  }

  /**
   * The new lines of a page, newest first; all lines of the first page. Lines that a short page, or the first
   * page, left out do not count as new later.
   */
  take<T extends Line>(page: readonly T[], hasMore: boolean): T[] {
    const newLines = page.filter(line => this.#isNew(line))
    const last = page.at(-1)
    if (last !== undefined && hasMore && (!this.#hasPage || this.isShort(page, hasMore)))
      this.#boundary = last
    this.#hasPage = true
    for (const line of page) this.#seen.set(line.id, { id: line.id, ts: line.ts })
    this.#forget()
    return newLines
  }

  #isNew(line: Line): boolean {
    return !this.#seen.has(line.id) && (this.#boundary === null || compareLines(line, this.#boundary) > 0)
  }

  /** Remembers only as many lines as the next page may contain. Forgotten lines must not count as new. */
  #forget(): void {
    if (this.#seen.size <= 2 * this.#maxPage) return
    const newest = [...this.#seen.values()].sort((a, b) => compareLines(b, a))
    const forgotten = newest[this.#maxPage]
    if (forgotten !== undefined && (this.#boundary === null || compareLines(forgotten, this.#boundary) > 0))
      this.#boundary = forgotten
    this.#seen = new Map(newest.slice(0, this.#maxPage).map(line => [line.id, line]))
  }
}

function compareLines(a: Line, b: Line): number {
  return a.ts - b.ts || a.id - b.id
}
