import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { TagRef } from '../../filter/predicate.ts'
import { ContendedError } from '../append-follower.ts'
import { Mutex } from '../mutex.ts'
import { fieldColumn } from '../sql/columns.ts'
import type { Read } from '../store.ts'
import type { Span } from '../time-span.ts'
import { RowsLostError, RowWorker } from './row-worker.ts'
import { TagRows, type TagRowsSource, TooManyRowsError } from './tag-rows.ts'

type TagRowsCacheOptions = Omit<TagRowsSource, 'worker' | 'makeRoom'> & { log: (message: string) => void }

const maxTags = 64
/** After this time rows that nobody asks about are dropped, and a tag that could not be kept is tried again. */
const idleMs = 600_000

/** The high-cardinality tags whose rows are kept, within a bound of memory: those that were used least lately go first. */
export class TagRowsCache {
  readonly #options: TagRowsCacheOptions
  readonly #worker: RowWorker
  readonly #key = [randomBytes(8).readBigUInt64LE(), randomBytes(8).readBigUInt64LE()] as const
  readonly #tags = new LRUCache<string, TagRows>({ max: maxTags })
  /** Ranges of so many rows or more could not be kept, by column. */
  readonly #givenUp = new LRUCache<string, number>({ max: maxTags, ttl: idleMs })
  #lastNumber = 0
  /** For all tags, which share the worker and its room. */
  readonly #mutex = new Mutex()

  constructor(options: TagRowsCacheOptions) {
    this.#options = options
    this.#worker = new RowWorker(idleMs, options.log)
  }

  /** Rows that would have to be read for a span; undefined when the tag is not kept. */
  missingRows(tag: TagRef, span: Span): number | undefined {
    return this.#tags.get(fieldColumn(tag))?.missingRows(span)
  }

  /** Loads the rows of a span and asks about them; undefined when they cannot be kept for now. */
  async visit<T>(
    field: TagRef,
    span: Span,
    read: Read,
    ask: (tag: TagRows) => Promise<T>,
  ): Promise<T | undefined> {
    return await this.#mutex.runExclusive(read, () => this.#visit(field, span, read, ask))
  }

  /** Drops what lies in the span: its rows are gone. */
  invalidate(span: Span): void {
    this.#mutex.afterwards(() => {
      for (const tag of this.#tags.values()) tag.invalidate(span)
    })
  }

  /** Gives all memory back. */
  async close(): Promise<void> {
    this.#tags.clear()
    await this.#worker.close()
  }

  async #visit<T>(
    field: TagRef,
    span: Span,
    read: Read,
    ask: (tag: TagRows) => Promise<T>,
  ): Promise<T | undefined> {
    const column = fieldColumn(field)
    const rows = this.#options.estimateRows(span.from, span.to)
    if (rows >= (this.#givenUp.get(column) ?? Number.POSITIVE_INFINITY)) return undefined
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
    const known = this.#tags.get(column)
    if (known !== undefined) return known
    const makeRoom = (tag: TagRows, kept: number) => this.#makeRoom(tag, kept)
    const source = { ...this.#options, worker: this.#worker, makeRoom }
    const tag = new TagRows(++this.#lastNumber, { field, column, key: this.#key }, source)
    if (this.#tags.size === maxTags) void this.#tags.pop()?.clear()
    this.#tags.set(column, tag)
    return tag
  }

  /** Drops the tags that were used least lately, and at last what the tag that is used does not need. */
  async #makeRoom(tag: TagRows, kept: number): Promise<void> {
    const { maxRows } = this.#options
    let left = kept
    while (left > maxRows && this.#tags.size > 1) left = (await this.#tags.pop()?.clear()) ?? left
    if (left > maxRows && (await tag.dropOthers()) > maxRows) throw new TooManyRowsError()
  }

  async #giveUp(column: string, tag: TagRows, rows: number): Promise<void> {
    this.#tags.delete(column)
    await tag.clear()
    this.#givenUp.set(column, rows)
  }
}
