/** What tells lines of a tail apart. Pages have the newest first; of those that began at one moment that with the highest id. */
interface Line {
  id: number
  /** When it began, microseconds. */
  ts: number
}

/** Tells of pages of the newest lines which are new since the page before. */
export class SeenLines {
  readonly #maxPage: number
  /** By id. */
  #seen = new Map<number, Line>()
  /** All lines behind which this one lies were seen, of those that were there at the last page; null: all lines. */
  #last: Line | null = null
  #hasPage = false

  /** `maxPage`: lines of the longest page. */
  constructor(maxPage: number) {
    this.#maxPage = maxPage
  }

  /**
   * Whether more new lines may lie behind this page. `hasMore`: there are lines behind it. Of lines behind one that was seen nothing is
   * known: some may have come in late.
   */
  isShort(page: readonly Line[], hasMore: boolean): boolean {
    const last = page.at(-1)
    return this.#hasPage && hasMore && last !== undefined && this.#isNew(last)
  }

  /** The new lines of a page, newest first: all of the first page. What a short page leaves out is none of later ones. */
  take<T extends Line>(page: readonly T[], hasMore: boolean): T[] {
    const fresh = page.filter(line => this.#isNew(line))
    const last = page.at(-1)
    if (last !== undefined && hasMore && (!this.#hasPage || this.isShort(page, hasMore))) this.#last = last
    this.#hasPage = true
    for (const line of page) this.#seen.set(line.id, { id: line.id, ts: line.ts })
    this.#forget()
    return fresh
  }

  #isNew(line: Line): boolean {
    return !this.#seen.has(line.id) && (this.#last === null || compareLines(line, this.#last) > 0)
  }

  /** Keeps what the next page may have. */
  #forget(): void {
    if (this.#seen.size <= 2 * this.#maxPage) return
    const newest = [...this.#seen.values()].sort((a, b) => compareLines(b, a))
    const first = newest[this.#maxPage]
    if (first !== undefined && (this.#last === null || compareLines(first, this.#last) > 0))
      this.#last = first
    this.#seen = new Map(newest.slice(0, this.#maxPage).map(line => [line.id, line]))
  }
}

function compareLines(a: Line, b: Line): number {
  return a.ts - b.ts || a.id - b.id
}
