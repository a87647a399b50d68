import pLimit from 'p-limit'
import { AppendFollower, type TableSource } from '../append-follower.ts'
import type { CompletedAppend } from '../append-log.ts'
import { isOutOfMemory } from '../reads/batch-size.ts'
import { list, number } from '../sql/literal.ts'
import { within } from '../sql/scope.ts'
import type { Read } from '../store.ts'
import { daySeconds, hullOf, type Span, startsIn } from '../time-span.ts'
import { writtenWords } from './layout.ts'
import { loadSpans, willOverflow } from './load-spans.ts'
import type { Hash, Ranking } from './ranking.ts'
import { recentWords } from './recent-words.ts'
import type { RowWorker } from './row-worker.ts'
import { type Coding, commonPrefix, selectWords } from './statements.ts'

export interface TagRowsSource extends TableSource {
  worker: RowWorker
  /** Rows of all tags that may be kept. */
  maxRows: number
  /** Makes room after rows have been added: `kept` are those of all tags. Rejects with a TooManyRowsError when there is none. */
  makeRoom(tag: TagRows, kept: number): Promise<void>
}

/** The tag has more rows than may be kept. */
export class TooManyRowsError extends Error {
  override name = 'TooManyRowsError' as const
}

/** Rows of one answer of the engine: 10 MB. Two are made at once. */
const rowsPerStatement = 500_000
const concurrentStatements = 2
/** An answer of more bytes is asked for in halves. */
const maxAnswerBytes = 2 * rowsPerStatement * writtenWords * 4
const followerBounds = {
  maxBatches: Number.POSITIVE_INFINITY,
  maxRows: 4_000_000,
  rowsPerStatement,
  maxLoads: 3,
}

/** The rows of a tag with very many values, by days: kept by a worker thread, current by new batches. One call at a time. */
export class TagRows {
  readonly number: number
  readonly #source: TagRowsSource
  readonly #coding: Omit<Coding, 'prefix'>
  #prefix: string | undefined
  /** Unix days whose rows are kept. */
  readonly #days = new Set<number>()
  readonly #follower: AppendFollower
  /** That of the worker when the days were loaded. */
  #generation: number
  /** Days of the span that was prepared last. */
  #needed: ReadonlySet<number> = new Set()

  constructor(ofTag: number, coding: Omit<Coding, 'prefix'>, source: TagRowsSource) {
    this.number = ofTag
    this.#coding = coding
    this.#source = source
    this.#generation = source.worker.generation
    const parts = {
      clear: () => this.#drop([...this.#days]),
      discard: (spans: readonly Span[]) => this.#drop(spans.flatMap(daysOf)),
      holds: (span: Span) => daysOf(span).some(day => this.#days.has(day)),
      add: (appends: readonly CompletedAppend[], read: Read) => this.#addAppends(appends, read),
    }
    this.#follower = new AppendFollower(source.appends, parts, followerBounds)
  }

  get coding(): Coding {
    return { ...this.#coding, prefix: this.#prefix ?? '' }
  }

  /** Rows that would have to be read to rank this span. */
  missingRows(span: Span): number {
    const { worker, estimateRows } = this.#source
    const isKept = (day: number) => worker.generation === this.#generation && this.#days.has(day)
    const missing = daysOf(span).filter(day => !isKept(day))
    return missing.reduce((rows, day) => rows + estimateRows(startOf(day), startOf(day + 1)), 0)
  }

  /**
   * Loads the rows of a span, all up to this moment. Rejects with a TooManyRowsError, a ContendedError, a RowsLostError, as a read does, or
   * with the signal's reason.
   */
  async prepare(span: Span, read: Read): Promise<void> {
    if (this.#source.worker.generation !== this.#generation) this.#forgetAll()
    this.#needed = new Set(daysOf(span))
    await this.#follower.catchUp(read)
    const days = daysOf(span)
    const missing = () => ({ all: days.length, missing: days.filter(day => !this.#days.has(day)) })
    await this.#follower.load(missing, read, async missing => {
      try {
        await this.#loadDays(missing, span, read)
      } catch (error) {
        this.#drop(missing)
        throw error
      }
    })
  }

  /** Ranks the values of each of some ranges, which lie in what was prepared; see rankRuns. Rejects with a RowsLostError. */
  async rank(ranges: readonly Span[], wanted: number, maxTied: number): Promise<readonly Ranking[]> {
    return await this.#source.worker.rank(this.number, ranges, wanted, maxTied)
  }

  /** Counts values between each bound and the next, within what was prepared; those of the first period first. Rejects with a RowsLostError. */
  async count(bounds: readonly number[], values: readonly Hash[]): Promise<Float64Array> {
    return await this.#source.worker.count(this.number, bounds, values)
  }

  /** Drops what lies in the span: its rows are gone. */
  invalidate(span: Span): void {
    this.#drop(daysOf(span))
  }

  /** Gives all memory back. Returns how many rows are kept now, of all tags. */
  async clear(): Promise<number> {
    this.#days.clear()
    return await this.#source.worker.drop(this.number, 'all')
  }

  /** Drops the days that were not prepared last. Returns how many rows are kept now, of all tags. */
  async dropOthers(): Promise<number> {
    const others = [...this.#days].filter(day => !this.#needed.has(day))
    for (const day of others) this.#days.delete(day)
    return await this.#source.worker.drop(this.number, others)
  }

  async #addAppends(appends: readonly CompletedAppend[], read: Read): Promise<void> {
    const { from, to } = hullOf(appends.map(({ span }) => span))
    const batches = appends.map(({ sequence }) => sequence)
    const inMemory = this.#source.recentBatches.get(batches)
    const words = inMemory && recentWords(inMemory, this.coding)
    const days = [...this.#days]
    if (words !== undefined) await this.#keep(days, words)
    else await this.#add(days, `${within(from, to)} AND batch IN (${list(batches.map(number))})`, read)
  }

  async #loadDays(days: readonly number[], span: Span, read: Read): Promise<void> {
    const { client, estimateRows, maxRows } = this.#source
    const rows = estimateRows(span.from, span.to)
    this.#prefix ??= await commonPrefix(client, this.#coding.column, span, rows, read)
    const cut = this.#follower.cut()
    const spans = loadSpans(days, rowsPerStatement, estimateRows)
    const all = spans.reduce((rows, { from, to }) => rows + estimateRows(from, to), 0)
    const failed = new AbortController()
    const bounded = { ...read, signal: AbortSignal.any([read.signal, failed.signal]) }
    let [found, seen] = [0, 0]
    const load = async ({ from, to }: Span) => {
      bounded.signal.throwIfAborted()
      const rows = await this.#addSpan(days, { from, to }, cut.sql, bounded)
      found += rows
      seen += estimateRows(from, to)
      if (willOverflow(found, seen, all, maxRows)) throw new TooManyRowsError()
    }
    const limit = pLimit(concurrentStatements)
    // All have ended then: nothing is added later to days that were given up.
    await limit.map(spans, span => load(span).catch(error => failed.abort(error)))
    failed.signal.throwIfAborted()
    const seenSince = cut.seenSince()
    const doubtful = new Set(seenSince?.flatMap(({ span }) => daysOf(span)))
    for (const day of days) if (seenSince !== undefined && !doubtful.has(day)) this.#days.add(day)
    this.#drop(days.filter(day => !this.#days.has(day)))
  }

  /** Adds a span, in halves where it has far more rows than estimated: rows come in bursts. Returns how many there were. */
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

  /** Returns how many rows there were. */
  async #add(days: readonly number[], condition: string, read: Read): Promise<number> {
    const bytes = await this.#source.client.bytes(selectWords(this.coding, condition), read, maxAnswerBytes)
    await this.#keep(days, bytes)
    return bytes.length / (4 * writtenWords)
  }

  async #keep(days: readonly number[], bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return
    const { worker, makeRoom } = this.#source
    await makeRoom(this, await worker.add(this.number, days, bytes))
  }

  #drop(days: readonly number[]): void {
    for (const day of days) this.#days.delete(day)
    if (days.length > 0) void this.#source.worker.drop(this.number, days)
  }

  #forgetAll(): void {
    this.#days.clear()
    this.#prefix = undefined
    this.#generation = this.#source.worker.generation
  }
}

function daysOf(span: Span): number[] {
  return startsIn([span], daySeconds).map(start => start / daySeconds)
}

function startOf(day: number): number {
  return day * daySeconds
}
