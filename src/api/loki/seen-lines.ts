/**
 * The members that distinguish lines of a tail. Pages are sorted newest first; lines of one moment by
 * descending id.
 */
interface Line {
  id: number
  /** Time of the first occurrence, microseconds. */
  ts: number
}

/** Finds the lines in a page of the newest lines that are new since the previous page. */
export class SeenLines {
  readonly #maxPage: number
  /** By id. */
  #seen = new Map<number, Line>()
  /** All lines before this one (newer) that existed at the last page were seen; null: all lines were. */
  #last: Line | null = null
  #hasPage = false

  /** `maxPage`: maximum lines of a page. */
  constructor(maxPage: number) {
    this.#maxPage = maxPage
  }

  /**
   * Whether further new lines may follow this page. `hasMore`: lines follow it. Nothing is known of lines
   * behind a seen one: some may have arrived late.
   */
  isShort(page: readonly Line[], hasMore: boolean): boolean {
    const last = page.at(-1)
    return this.#hasPage && hasMore && last !== undefined && this.#isNew(last)
  }

  /**
   * The new lines of a page, newest first; all lines of the first page. Lines beyond a short page do not
   * count as new later.
   */
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

  /** Keeps only what the next page may contain. */
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
