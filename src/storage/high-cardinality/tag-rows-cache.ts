import { randomBytes } from 'node:crypto'
import type { TagRef } from '../../filter/predicate.ts'
import type { AppendLog } from '../append-log.ts'
import { Mutex } from '../mutex.ts'
import type { RecentBatches } from '../recent/recent-batches.ts'
import type { Span } from '../rollups/cover.ts'
import { fieldColumn } from '../sql/columns.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Read } from '../store.ts'
import { RowsLostError, RowWorker } from './row-worker.ts'
import { ContendedError, TagRows, TooManyRowsError } from './tag-rows.ts'

interface TagRowsCacheOptions {
  client: SqlClient
  appends: AppendLog
  fresh: RecentBatches
  /** Rows of all tags that are kept at most. */
  most: number
  estimateRows(from: number, to: number): number
  log: (message: string) => void
}

const maxTags = 64
/** Milliseconds after which rows that nobody asks about are given up, and after which a tag that could not be kept is tried again. */
const idleMs = 600_000

/** The wide tags whose rows are kept, within a bound of memory: those that were used least lately go first. */
export class TagRowsCache {
  readonly #options: TagRowsCacheOptions
  readonly #keeper: RowWorker
  readonly #key = [randomBytes(8).readBigUInt64LE(), randomBytes(8).readBigUInt64LE()] as const
  /** By column, the one that was used last at the end. */
  readonly #tags = new Map<string, TagRows>()
  /** Until when (Unix milliseconds) ranges of so many rows or more are not tried again, by column. */
  readonly #givenUp = new Map<string, { until: number; rows: number }>()
  #lastNumber = 0
  /** One thing at a time happens to all tags: the thread is one, and the room is shared. */
  readonly #mutex = new Mutex()

  constructor(options: TagRowsCacheOptions) {
    this.#options = options
    this.#keeper = new RowWorker(idleMs, options.log)
  }

  /** Rows that would have to be read for a span; undefined when the tag is not kept. */
  missingRows(tag: TagRef, span: Span): number | undefined {
    return this.#tags.get(fieldColumn(tag))?.missingRows(span)
  }

  /** Asks about the rows of a span, which are kept by then; undefined when they cannot be for now. */
  async visit<T>(
    field: TagRef,
    span: Span,
    read: Read,
    ask: (tag: TagRows) => Promise<T>,
  ): Promise<T | undefined> {
    return await this.#mutex.runExclusive(read, () => this.#visit(field, span, read, ask))
  }

  /** What lies in the span is gone. */
  invalidate(span: Span): void {
    this.#mutex.afterwards(() => {
      for (const tag of this.#tags.values()) tag.invalidate(span)
    })
  }

  /** Gives all memory back. */
  async close(): Promise<void> {
    this.#tags.clear()
    await this.#keeper.close()
  }

  async #visit<T>(
    field: TagRef,
    span: Span,
    read: Read,
    ask: (tag: TagRows) => Promise<T>,
  ): Promise<T | undefined> {
    const column = fieldColumn(field)
    const rows = this.#options.estimateRows(span.from, span.to)
    const failed = this.#givenUp.get(column)
    if (failed !== undefined && failed.until > Date.now() && rows >= failed.rows) return undefined
    const tag = this.#use(field, column)
    try {
      await tag.prepare(span, read)
      return await ask(tag)
    } catch (error) {
      if (error instanceof TooManyRowsError) await this.#giveUp(column, tag, rows)
      else if (error instanceof RowsLostError) await this.#giveUp(column, tag, 0)
      else if (!(error instanceof ContendedError)) throw error
      return undefined
    }
  }

  #use(field: TagRef, column: string): TagRows {
    const { client, appends, fresh, most, estimateRows } = this.#options
    const makeRoom = (tag: TagRows, kept: number) => this.#makeRoom(tag, kept)
    const source = { client, appends, fresh, keeper: this.#keeper, most, estimateRows, makeRoom }
    const tag =
      this.#tags.get(column) ?? new TagRows(++this.#lastNumber, { field, column, key: this.#key }, source)
    this.#tags.delete(column)
    this.#tags.set(column, tag)
    for (const [oldest, other] of this.#tags) {
      if (this.#tags.size <= maxTags) break
      this.#tags.delete(oldest)
      void other.clear()
    }
    return tag
  }

  /** Gives up what was used least lately. */
  async #makeRoom(tag: TagRows, kept: number): Promise<void> {
    let left = kept
    for (const [column, other] of this.#tags) {
      if (left <= this.#options.most) return
      if (other === tag) continue
      this.#tags.delete(column)
      left = await other.clear()
    }
    if (left > this.#options.most && (await tag.dropOthers()) > this.#options.most)
      throw new TooManyRowsError()
  }

  async #giveUp(column: string, tag: TagRows, rows: number): Promise<void> {
    this.#tags.delete(column)
    await tag.clear()
    this.#givenUp.set(column, { until: Date.now() + idleMs, rows })
    for (const [oldest] of this.#givenUp) {
      if (this.#givenUp.size <= maxTags) return
      this.#givenUp.delete(oldest)
    }
  }
}
