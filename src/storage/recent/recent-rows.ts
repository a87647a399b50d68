import { Fault } from '../../schema/fault.ts'
import type { AppendLog } from '../append-log.ts'
import { BatchCut } from '../batch-cut.ts'
import type { Mark } from '../store.ts'
import { micro, type Span } from '../time-span.ts'
import type { ReadNewestRows } from './read-newest-rows.ts'
import type { RecentBatch } from './recent-batch.ts'
import type { RecentBatches } from './recent-batches.ts'
import {
  bytesOf,
  compareRows,
  type RecentRow,
  type RecentSnapshot,
  repeatedIn,
  rowsOf,
  startOfNewest,
} from './recent-snapshot.ts'

interface HeldRows {
  /** It has the rows of all appends up to this one, and no others. */
  number: number
  from: number
  rows: RecentRow[]
  repeated: Map<number, RecentRow[]> | undefined
  /** Of the batches of these rows. */
  bytes: number
  /** The moment when they were read; earlier ones are not known. */
  since: Mark
}

interface RecentSource {
  table: ReadNewestRows
  appends: Pick<
    AppendLog,
    'current' | 'since' | 'begun' | 'begunSince' | 'highest' | 'pending' | 'isReplaying'
  >
  recentBatches: Pick<RecentBatches, 'get' | 'isPaused' | 'isWanted'>
  mark: () => Mark
  log: (message: string) => void
  /** Calls back once the answers that somebody waits for now should be out; at once when absent. */
  afterAnswers?: (load: () => void) => void
  /** Milliseconds of a monotonic clock. */
  clock?: () => number
}

export interface RecentBounds {
  /** Rows that are read from the table at once; half as many more may be held. */
  rows?: number
  /** Of the batches that rows are of; half of it may be read from the table at once. */
  bytes?: number
}

const defaultRows = 20_000
const defaultBytes = 24_000_000
const minLoadIntervalMs = 10_000
/** How long they are kept current after somebody asked for them. */
const wantedMs = 60_000

/**
 * The newest rows of the table, for those who look at the newest events, as nearly everybody does: read once, current by new batches, cut
 * when there are too many, dropped when nobody asks. Exact, or not there.
 */
export class RecentRows {
  readonly #source: RecentSource
  readonly #clock: () => number
  readonly #afterAnswers: (load: () => void) => void
  readonly #maxRows: number
  readonly #maxBytes: number
  /** Fewer after rows turned out to be long. */
  #readRows: number
  #state: HeldRows | undefined
  #loading: Promise<void> | undefined
  #isScheduled = false
  #loadedAt = Number.NEGATIVE_INFINITY
  #wantedUntil = Number.NEGATIVE_INFINITY
  /** When somebody asked the store for anything. */
  #askedAt = Number.NEGATIVE_INFINITY
  /** Rows were dropped so often: a read that was under way may still have them. */
  #invalidations = 0

  constructor(source: RecentSource, { rows = defaultRows, bytes = defaultBytes }: RecentBounds = {}) {
    this.#source = source
    this.#clock = source.clock ?? (() => performance.now())
    this.#afterAnswers = source.afterAnswers ?? (load => load())
    this.#maxRows = rows
    this.#maxBytes = bytes
    this.#readRows = rows
  }

  /** The newest rows as of a mark; undefined when they are not in memory, or not of that moment. Then they are loaded. */
  now(asOf: Mark | undefined): RecentSnapshot | undefined {
    this.#askedAt = this.#clock()
    this.#wantedUntil = this.#askedAt + wantedMs
    const state = this.#completed()
    if (state === undefined) {
      this.#loadWhenDue()
      return undefined
    }
    if (asOf !== undefined && asOf.sequence < state.since.sequence) return undefined
    state.repeated ??= repeatedIn(state.rows)
    return { from: state.from, rows: state.rows, repeated: state.repeated }
  }

  /**
   * To be called for other reads: who comes after a minute of silence will look at the newest events as well. Counting alone does not keep
   * the rows.
   */
  prepare(): void {
    const now = this.#clock()
    const comesAnew = now >= this.#askedAt + wantedMs
    this.#askedAt = now
    if (!comesAnew || this.#completed() !== undefined) return
    this.#wantedUntil = now + wantedMs
    this.#loadWhenDue()
  }

  /** To be called after an append: keeps rows current that were asked for lately, drops others. */
  appended(): void {
    if (this.#clock() < this.#wantedUntil) this.#completed()
    else this.#state = undefined
  }

  /** Reads the rows from the table. Never rejects: without them, pages are read there. */
  load(): Promise<void> {
    this.#loadedAt = this.#clock()
    this.#wantedUntil = Math.max(this.#wantedUntil, this.#loadedAt + wantedMs)
    this.#loading ??= this.#read()
      .catch(error => this.#failed(error))
      .finally(() => {
        this.#loading = undefined
      })
    return this.#loading
  }

  /** Drops the rows when one of them is gone. */
  invalidate({ to }: Span): void {
    this.#invalidations++
    if (this.#state !== undefined && this.#state.from < to) this.#state = undefined
  }

  #loadWhenDue(): void {
    const { recentBatches, appends } = this.#source
    if (recentBatches.isPaused || appends.isReplaying || this.#clock() - this.#loadedAt < minLoadIntervalMs)
      return
    // Batches that are being appended and were not read into memory could not be added.
    const isTold = recentBatches.isWanted || appends.pending().length === 0
    recentBatches.get([])
    if (!isTold || this.#isScheduled) return
    this.#isScheduled = true
    this.#afterAnswers(() => {
      this.#isScheduled = false
      void this.load()
    })
  }

  /** Adds new batches; drops all rows when they are not in memory. */
  #completed(): HeldRows | undefined {
    const state = this.#state
    if (state === undefined) return undefined
    const news = this.#source.appends.since(state.number)
    const here = news?.filter(({ span }) => span.to > state.from)
    const batches = here?.some(({ replayed }) => replayed)
      ? undefined
      : here && this.#source.recentBatches.get(here.map(({ sequence }) => sequence))
    if (news === undefined || batches === undefined) {
      this.#state = undefined
      return undefined
    }
    state.number = news.at(-1)?.number ?? state.number
    for (const batch of batches) this.#add(state, batch)
    if (state.rows.length > 1.5 * this.#maxRows || state.bytes > this.#maxBytes) this.#cut(state)
    return state
  }

  #add(state: HeldRows, batch: RecentBatch): void {
    const added = rowsOf(batch).filter(({ ts }) => ts >= state.from * micro)
    if (added.length === 0) return
    state.repeated = undefined
    state.bytes += batch.bytes
    const oldest = added[0]
    let at = state.rows.length
    while (at > 0 && oldest !== undefined && compareRows(state.rows[at - 1] ?? oldest, oldest) > 0) at--
    const behind = [...state.rows.splice(at), ...added].sort(compareRows)
    for (const row of behind) state.rows.push(row)
  }

  /** Drops the oldest, whole seconds of them. */
  #cut(state: HeldRows): void {
    const start = startOfNewest(state.rows, this.#maxRows, (2 / 3) * this.#maxBytes)
    const left = state.rows[start - 1]
    if (left === undefined) return
    state.from = Math.floor(left.ts / micro) + 1
    state.rows = state.rows.filter(({ ts }) => ts >= state.from * micro)
    state.bytes = bytesOf(state.rows)
    state.repeated = undefined
  }

  async #read(): Promise<void> {
    const { table, appends, mark, recentBatches } = this.#source
    // It would be dropped when that append ends.
    if (appends.isReplaying) return
    const { current } = appends
    const since = mark()
    const invalidations = this.#invalidations
    const maxRows = this.#readRows
    // Has those read that come in meanwhile.
    recentBatches.get([])
    const cut = new BatchCut(appends, current)
    const { batch, from: begin } = await table(cut, maxRows, this.#maxBytes / 2)
    if (cut.seenSince()?.length !== 0 || invalidations !== this.#invalidations) return
    const rows = rowsOf(batch)
    const oldest = batch.size < maxRows ? undefined : rows[0]
    const from = oldest === undefined ? begin : Math.floor(oldest.ts / micro) + 1
    const newest = rows.filter(({ ts }) => ts >= from * micro)
    this.#state = { number: current, from, rows: newest, repeated: undefined, bytes: bytesOf(newest), since }
  }

  /** Reads fewer rows after an answer was too large. An engine that is not there logs that itself. */
  #failed(error: unknown): void {
    if (error instanceof Fault && error.code === 'query_memory')
      this.#readRows = Math.ceil(this.#readRows / 2)
    if (error instanceof Fault && error.code === 'storage_unavailable') return
    const why = error instanceof Error ? error.message : String(error)
    this.#source.log(`the newest rows were not read into memory: ${why}`)
  }
}
