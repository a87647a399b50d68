import { randomBytes } from 'node:crypto'
import type { TagRef } from '../../filter/predicate.ts'
import type { AppendLog } from '../append-log.ts'
import type { Span } from '../cubes/cover.ts'
import type { FreshBatches } from '../fresh/fresh-batches.ts'
import { Mutex } from '../mutex.ts'
import { fieldColumn } from '../sql/columns.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Read } from '../store.ts'
import { RowKeeper, RowsGone } from './row-keeper.ts'
import { NoRoom, Unsettled, WideTag } from './wide-tag.ts'

interface KeptTagsOptions {
  client: SqlClient
  appends: AppendLog
  fresh: FreshBatches
  /** Rows of all tags that are kept at most. */
  most: number
  estimateRows(from: number, to: number): number
  log: (message: string) => void
}

const mostTags = 64
/** Milliseconds after which rows that nobody asks about are given up, and after which a tag that could not be kept is tried again. */
const idle = 600_000

/** The wide tags whose rows are kept, within a bound of memory: those that were used least lately go first. */
export class KeptTags {
  readonly #options: KeptTagsOptions
  readonly #keeper: RowKeeper
  readonly #key = [randomBytes(8).readBigUInt64LE(), randomBytes(8).readBigUInt64LE()] as const
  /** By column, the one that was used last at the end. */
  readonly #tags = new Map<string, WideTag>()
  /** Until when (Unix milliseconds) ranges of so many rows or more are not tried again, by column. */
  readonly #givenUp = new Map<string, { until: number; rows: number }>()
  #lastNumber = 0
  /** One thing at a time happens to all tags: the thread is one, and the room is shared. */
  readonly #mutex = new Mutex()

  constructor(options: KeptTagsOptions) {
    this.#options = options
    this.#keeper = new RowKeeper(idle, options.log)
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
    ask: (tag: WideTag) => Promise<T>,
  ): Promise<T | undefined> {
    return await this.#mutex.runExclusive(read, () => this.#visit(field, span, read, ask))
  }

  /** What lies in the span is gone. */
  forget(span: Span): void {
    this.#mutex.afterwards(() => {
      for (const tag of this.#tags.values()) tag.forget(span)
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
    ask: (tag: WideTag) => Promise<T>,
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
      if (error instanceof NoRoom) await this.#giveUp(column, tag, rows)
      else if (error instanceof RowsGone) await this.#giveUp(column, tag, 0)
      else if (!(error instanceof Unsettled)) throw error
      return undefined
    }
  }

  #use(field: TagRef, column: string): WideTag {
    const { client, appends, fresh, most, estimateRows } = this.#options
    const makeRoom = (tag: WideTag, kept: number) => this.#makeRoom(tag, kept)
    const source = { client, appends, fresh, keeper: this.#keeper, most, estimateRows, makeRoom }
    const tag =
      this.#tags.get(column) ?? new WideTag(++this.#lastNumber, { field, column, key: this.#key }, source)
    this.#tags.delete(column)
    this.#tags.set(column, tag)
    for (const [oldest, other] of this.#tags) {
      if (this.#tags.size <= mostTags) break
      this.#tags.delete(oldest)
      void other.clear()
    }
    return tag
  }

  /** Gives up what was used least lately. */
  async #makeRoom(tag: WideTag, kept: number): Promise<void> {
    let left = kept
    for (const [column, other] of this.#tags) {
      if (left <= this.#options.most) return
      if (other === tag) continue
      this.#tags.delete(column)
      left = await other.clear()
    }
    if (left > this.#options.most && (await tag.dropOthers()) > this.#options.most) throw new NoRoom()
  }

  async #giveUp(column: string, tag: WideTag, rows: number): Promise<void> {
    this.#tags.delete(column)
    await tag.clear()
    this.#givenUp.set(column, { until: Date.now() + idle, rows })
    for (const [oldest] of this.#givenUp) {
      if (this.#givenUp.size <= mostTags) return
      this.#givenUp.delete(oldest)
    }
  }
}
