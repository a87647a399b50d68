import type { AppendLog, CompletedAppend } from '../append-log.ts'
import { isOutOfMemory } from '../reads/smaller-batches.ts'
import type { RecentBatches } from '../recent/recent-batches.ts'
import { type Span, startsIn } from '../rollups/cover.ts'
import { list, number } from '../sql/literal.ts'
import { within } from '../sql/scope.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Read } from '../store.ts'
import { groupAppends } from './group-appends.ts'
import { secondsOfDay, writtenWords } from './layout.ts'
import { loadSpans, willOverflow } from './load-spans.ts'
import type { Hash } from './messages.ts'
import type { Ranking } from './rank-runs.ts'
import { recentWords } from './recent-words.ts'
import type { RowWorker } from './row-worker.ts'
import { type Coding, commonPrefix, selectWords } from './statements.ts'

/** What a wide tag reads from, and where its rows are kept. */
export interface TagRowsSource {
  client: SqlClient
  appends: AppendLog
  fresh: RecentBatches
  keeper: RowWorker
  estimateRows(from: number, to: number): number
  /** Rows of all tags that are kept at most. */
  most: number
  /** Makes room after rows have been added: `kept` are those of all tags. Rejects with TooManyRowsError when there is none. */
  makeRoom(tag: TagRows, kept: number): Promise<void>
}

/** It has more rows than may be kept. */
export class TooManyRowsError extends Error {
  override name = 'NoRoom' as const
}

/** Appends got in between every time that it was loaded: rows are to be counted for now. */
export class ContendedError extends Error {
  override name = 'Unsettled' as const
}

/** Rows of one answer of the engine: 10 MB. Two are made at once. */
const rowsPerStatement = 500_000
const concurrentStatements = 2
/** An answer of more is asked for in halves. */
const maxAnswerBytes = 2 * rowsPerStatement * writtenWords * 4
/** With more to complete than this, days are dropped and loaded again when they are wanted. */
const maxNewRows = 4_000_000
const maxAttempts = 3

/**
 * The rows of a tag with very many values, by days: kept in a thread and completed with the rows of new batches alone, as cubes are:
 * exact at any time, whatever arrives and however late. One thing at a time may happen to it.
 */
export class TagRows {
  readonly number: number
  readonly #source: TagRowsSource
  readonly #coding: Omit<Coding, 'prefix'>
  #prefix: string | undefined
  /** Unix days whose rows are kept. */
  readonly #days = new Set<number>()
  /** They hold the rows of all appends up to this one, and no others. */
  #append: number
  /** Of the keeper, when they were loaded. */
  #life: number
  /** What is being asked for needs these. */
  #needed: ReadonlySet<number> = new Set()

  constructor(ofTag: number, coding: Omit<Coding, 'prefix'>, source: TagRowsSource) {
    this.number = ofTag
    this.#coding = coding
    this.#source = source
    this.#append = source.appends.current
    this.#life = source.keeper.generation
  }

  get coding(): Coding {
    return { ...this.#coding, prefix: this.#prefix ?? '' }
  }

  /** Rows that would have to be read to rank this span. */
  missingRows(span: Span): number {
    const { keeper, estimateRows } = this.#source
    const isKept = (day: number) => keeper.generation === this.#life && this.#days.has(day)
    const missing = daysOf(span).filter(day => !isKept(day))
    return missing.reduce((rows, day) => rows + estimateRows(startOf(day), startOf(day + 1)), 0)
  }

  /**
   * Has the rows of a span kept, all up to this moment. Rejects with TooManyRowsError, Unsettled, RowsLostError, with what a read failed with, or the
   * signal's reason.
   */
  async prepare(span: Span, read: Read): Promise<void> {
    if (this.#source.keeper.generation !== this.#life) this.#forgetAll()
    this.#needed = new Set(daysOf(span))
    await this.#catchUp(read)
    await this.#load(span, read)
  }

  /** Ranks the values of each of some ranges, which lie in what was prepared; see rankRuns. Rejects with RowsLostError. */
  async rank(ranges: readonly Span[], wanted: number, maxTied: number): Promise<readonly Ranking[]> {
    return await this.#source.keeper.rank(this.number, ranges, wanted, maxTied)
  }

  /** Counts values between each bound and the next, within what was prepared; those of the first period first. Rejects with RowsLostError. */
  async count(bounds: readonly number[], values: readonly Hash[]): Promise<Float64Array> {
    return await this.#source.keeper.count(this.number, bounds, values)
  }

  /** What lies in the span is gone. */
  invalidate(span: Span): void {
    this.#drop(daysOf(span))
  }

  /** Gives all memory back; answers how many rows are kept now, of all tags. */
  async clear(): Promise<number> {
    this.#days.clear()
    return await this.#source.keeper.drop(this.number, 'all')
  }

  /** Drops the days that are not asked for just now; answers how many rows are kept now, of all tags. */
  async dropOthers(): Promise<number> {
    const others = [...this.#days].filter(day => !this.#needed.has(day))
    for (const day of others) this.#days.delete(day)
    return await this.#source.keeper.drop(this.number, others)
  }

  /** Completes the days with what has been appended. */
  async #catchUp(read: Read): Promise<void> {
    const { current } = this.#source.appends
    const news = this.#source.appends.since(this.#append)
    if (news === undefined) {
      this.#drop([...this.#days])
      this.#append = current
      return
    }
    for (const { span } of news.filter(({ again }) => again)) this.#drop(daysOf(span))
    const fresh = news.filter(({ again, span }) => !again && daysOf(span).some(day => this.#days.has(day)))
    if (fresh.reduce((sum, { rows }) => sum + rows, 0) > maxNewRows) {
      for (const { span } of fresh) this.#drop(daysOf(span))
    } else for (const some of groupAppends(fresh, rowsPerStatement)) await this.#complete(some, read)
    this.#append = news.at(-1)?.number ?? this.#append
  }

  /** Adds the rows of appends that follow each other. */
  async #complete(appends: readonly CompletedAppend[], read: Read): Promise<void> {
    const from = Math.min(...appends.map(({ span }) => span.from))
    const to = Math.max(...appends.map(({ span }) => span.to))
    const batches = appends.map(({ sequence }) => sequence)
    const inMemory = this.#source.fresh.of(batches)
    const words = inMemory && recentWords(inMemory, this.coding)
    const days = [...this.#days]
    if (words !== undefined) await this.#keep(days, words)
    else await this.#add(days, `${within(from, to)} AND batch IN (${list(batches.map(number))})`, read)
    this.#append = appends.at(-1)?.number ?? this.#append
  }

  /** Loads the days that are missing. */
  async #load(span: Span, read: Read): Promise<void> {
    for (let attempt = 0; attempt <= maxAttempts; attempt++) {
      const days = daysOf(span)
      const missing = days.filter(day => !this.#days.has(day))
      if (attempt === 0 && read.account !== undefined) {
        read.account.tilesCounted += missing.length
        read.account.tilesKept += days.length - missing.length
      }
      if (missing.length === 0) return
      if (attempt === maxAttempts) throw new ContendedError()
      if (attempt > 0) await this.#catchUp(read)
      try {
        await this.#loadDays(missing, span, read)
      } catch (error) {
        this.#drop(missing)
        throw error
      }
    }
  }

  async #loadDays(days: readonly number[], span: Span, read: Read): Promise<void> {
    const { appends, client, estimateRows } = this.#source
    this.#prefix ??= await commonPrefix(
      client,
      this.#coding.column,
      span,
      estimateRows(span.from, span.to),
      read,
    )
    const { begun, highest } = appends
    // What came after the last completion is added by the next one.
    const without = [...(appends.since(this.#append) ?? []), ...appends.underway()]
    const left = list(without.map(({ sequence }) => number(sequence)))
    const known = `batch <= ${number(highest)}${left && ` AND batch NOT IN (${left})`}`
    const stretches = loadSpans(days, rowsPerStatement, estimateRows)
    const all = stretches.reduce((rows, { from, to }) => rows + estimateRows(from, to), 0)
    const waiting = stretches.values()
    let [found, seen] = [0, 0]
    const load = async ({ from, to }: Span) => {
      const rows = await this.#addSpan(days, { from, to }, known, bounded)
      found += rows
      seen += estimateRows(from, to)
      if (willOverflow(found, seen, all, this.#source.most)) throw new TooManyRowsError()
    }
    const failed = new AbortController()
    const bounded = { ...read, signal: AbortSignal.any([read.signal, failed.signal]) }
    const lane = async () => {
      for (const stretch of waiting) await load(stretch).catch(error => failed.abort(error))
    }
    // Both have ended when it goes on: nothing is added later to days that were given up.
    await Promise.all(Array.from({ length: concurrentStatements }, lane))
    failed.signal.throwIfAborted()
    const since = appends.begunSince(begun)
    // Rows of an append that began meanwhile may have been seen, unless they were left out by their number.
    const doubtful = new Set(
      since?.filter(({ sequence }) => sequence <= highest).flatMap(other => daysOf(other.span)),
    )
    const sure = since === undefined ? [] : days.filter(day => !doubtful.has(day))
    for (const day of sure) this.#days.add(day)
    this.#drop(days.filter(day => !this.#days.has(day)))
  }

  /** The same as `#add`, in halves where there are far more rows than was thought: they come in bursts, and days begin and end within. */
  async #addSpan(
    days: readonly number[],
    { from, to }: Span,
    condition: string,
    read: Read,
  ): Promise<number> {
    try {
      return await this.#add(days, `${within(from, to)} AND ${condition}`, read)
    } catch (error) {
      if (!isOutOfMemory(error) || to - from < 2) throw error
    }
    const middle = Math.floor((from + to) / 2)
    const first = await this.#addSpan(days, { from, to: middle }, condition, read)
    return first + (await this.#addSpan(days, { from: middle, to }, condition, read))
  }

  /** Answers how many rows there were. */
  async #add(days: readonly number[], condition: string, read: Read): Promise<number> {
    const bytes = await this.#source.client.bytes(selectWords(this.coding, condition), read, maxAnswerBytes)
    await this.#keep(days, bytes)
    return bytes.length / (4 * writtenWords)
  }

  async #keep(days: readonly number[], bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return
    const { keeper, makeRoom } = this.#source
    await makeRoom(this, await keeper.add(this.number, days, bytes))
  }

  #drop(days: readonly number[]): void {
    for (const day of days) this.#days.delete(day)
    if (days.length > 0) void this.#source.keeper.drop(this.number, days)
  }

  #forgetAll(): void {
    this.#days.clear()
    this.#prefix = undefined
    this.#life = this.#source.keeper.generation
  }
}

function daysOf(span: Span): number[] {
  return startsIn([span], secondsOfDay).map(start => start / secondsOfDay)
}

function startOf(day: number): number {
  return day * secondsOfDay
}
