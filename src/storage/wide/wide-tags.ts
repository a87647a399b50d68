import { randomBytes } from 'node:crypto'
import type { AppendLog } from '../append-log.ts'
import type { Span } from '../cubes/cover.ts'
import { fieldColumn } from '../sql/columns.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Read, Scope, TopAnswer, TopQuery } from '../store.ts'
import { compareValues } from '../value-order.ts'
import { Names } from './names.ts'
import { RowKeeper, RowsGone } from './row-keeper.ts'
import { NoRoom, Unsettled, WideTag } from './wide-tag.ts'

export interface WideBounds {
  /** Rows of all tags that are kept at most; 16 bytes each. */
  most?: number
  /** What has fewer rows is as well grouped by the engine. */
  fewRows?: number
}

interface WideOptions extends WideBounds {
  client: SqlClient
  appends: AppendLog
  estimateRows(from: number, to: number): number
}

const defaultMost = 12_000_000
const defaultFewRows = 200_000
const mostTags = 64
/** Milliseconds after which rows that nobody asks about are given up, and after which a tag without room is tried again. */
const idle = 600_000
/** Values that are ranked at most, and those that may share count and order with the last of them. */
const mostWanted = 2_000
const mostBest = 4_000
/** Ranking so many rows that are kept takes as long as one in the engine: 10 million 0.25 s, where the engine takes 6.4. */
const keptWeigh = 25

/**
 * The most frequent values of tags that have too many for cubes: all rows are kept as hashes (in a thread of its own) and counted anew each
 * time, a fortieth of the engine's work.
 */
export class WideTags {
  readonly #options: WideOptions
  readonly #most: number
  readonly #fewRows: number
  readonly #keeper = new RowKeeper(idle)
  readonly #names: Names
  readonly #key = [randomBytes(8).readBigUInt64LE(), randomBytes(8).readBigUInt64LE()] as const
  /** By column, the one that was used last at the end. */
  readonly #tags = new Map<string, WideTag>()
  /** Until when (Unix milliseconds) there is no room for a column. */
  readonly #withoutRoom = new Map<string, number>()
  #lastNumber = 0
  /** One thing at a time happens to all tags: the thread is one, and the room is shared. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(options: WideOptions) {
    this.#options = options
    this.#names = new Names(options.client)
    this.#most = options.most ?? defaultMost
    this.#fewRows = options.fewRows ?? defaultFewRows
  }

  /** Rows that would have to be read, each of those that are kept for a part of one; undefined when the tag is not kept. */
  estimate(scope: Scope, query: TopQuery): number | undefined {
    if (!this.#fits(scope, query)) return undefined
    const missing = this.#tags.get(fieldColumn(query.field))?.missingRows(scope)
    if (missing === undefined) return undefined
    const rows = this.#options.estimateRows(scope.from, scope.to)
    return missing + Math.max(0, rows - missing) / keptWeigh
  }

  /** What the SQL of reads/top-values.ts would answer; undefined when the engine has to be asked. */
  async top(scope: Scope, query: TopQuery, read: Read): Promise<TopAnswer | undefined> {
    if (!this.#fits(scope, query)) return undefined
    const { limit } = query
    const column = fieldColumn(query.field)
    const ranked = await this.#inTurn(async () => await this.#rank(column, scope, limit, read), read.signal)
    if (ranked?.best === undefined) return undefined
    const { best, coding, values, count } = ranked
    const names = await this.#names.of(coding, best, read)
    // A day may have been dropped in between.
    if (names === undefined) return undefined
    const rows = best.map(({ count }, i) => ({ value: names[i] ?? '', count }))
    rows.sort((a, b) => b.count - a.count || compareValues(a.value, b.value))
    return { rows: rows.slice(0, limit), values, count }
  }

  /** Whether it is about all rows of a range that is worth it, and about few enough values. */
  #fits({ from, to, predicate }: Scope, { field, ignoreEmpty, limit }: TopQuery): boolean {
    if (typeof field !== 'object' || !ignoreEmpty || limit > mostWanted || from >= to) return false
    if (predicate.kind !== 'const' || !predicate.value) return false
    return this.#options.estimateRows(from, to) >= this.#fewRows
  }

  /** undefined when it cannot be told for now. */
  async #rank(column: string, span: Span, limit: number, read: Read) {
    read.signal.throwIfAborted()
    if ((this.#withoutRoom.get(column) ?? 0) > Date.now()) return undefined
    const tag = this.#use(column)
    try {
      const ranking = await tag.rank(span, limit, mostBest, read)
      return { ...ranking, coding: tag.coding }
    } catch (error) {
      if (error instanceof NoRoom) await this.#giveUp(column, tag)
      else if (!(error instanceof Unsettled || error instanceof RowsGone)) throw error
      return undefined
    }
  }

  /** What lies in the span is gone. */
  forget(span: Span): void {
    this.#turn = this.#turn.then(() => {
      for (const tag of this.#tags.values()) tag.forget(span)
    })
  }

  async close(): Promise<void> {
    this.#tags.clear()
    await this.#keeper.close()
  }

  async #inTurn<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const turn = this.#turn.then(act)
    this.#turn = turn.catch(() => {})
    const stopped = Promise.withResolvers<never>()
    const stop = () => stopped.reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await Promise.race([turn, stopped.promise])
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  #use(column: string): WideTag {
    const { client, appends, estimateRows } = this.#options
    const makeRoom = (tag: WideTag, kept: number) => this.#makeRoom(tag, kept)
    const source = { client, appends, keeper: this.#keeper, estimateRows, makeRoom }
    const tag = this.#tags.get(column) ?? new WideTag(++this.#lastNumber, { column, key: this.#key }, source)
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
      if (left <= this.#most) return
      if (other === tag) continue
      this.#tags.delete(column)
      left = await other.clear()
    }
    if (left > this.#most && (await tag.dropOthers()) > this.#most) throw new NoRoom()
  }

  async #giveUp(column: string, tag: WideTag): Promise<void> {
    this.#tags.delete(column)
    await tag.clear()
    this.#withoutRoom.set(column, Date.now() + idle)
    for (const [oldest] of this.#withoutRoom) {
      if (this.#withoutRoom.size <= mostTags) return
      this.#withoutRoom.delete(oldest)
    }
  }
}
