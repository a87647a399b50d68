import { Fault } from '../../../schema/fault.ts'
import { thrownText } from '../../../schema/thrown-text.ts'
import type { Mark } from '../../contract/event-store.ts'
import { micro } from '../../contract/time-span.ts'
import { type Followed, follow } from '../../journal/follow.ts'
import { allTime, type Change, type JournalListener, type StoreJournal } from '../../journal/journal.ts'
import { readAsOf } from '../../journal/read-as-of.ts'
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

/** The newest rows in memory. */
interface HeldRows {
  /** The journal's number when the rows were read; memory cannot answer as of earlier moments. */
  since: number
  /** Applies the changes of the journal; its number says which changes `rows` include. */
  followed: Followed
  /** All rows since this second are held; 0: all rows of the table. */
  from: number
  rows: RecentRow[]
  /** See RecentSnapshot; undefined until it is needed. */
  repeated: Map<number, RecentRow[]> | undefined
  /** Bytes of the batches of these rows. */
  bytes: number
}

interface RecentSource {
  table: ReadNewestRows
  journal: StoreJournal
  recentBatches: Pick<RecentBatches, 'get' | 'isPaused' | 'isWanted'>
  /**
   * Whether batches of other processes are being read. Whoever reads them calls `RecentRows.changed` at the
   * end.
   */
  isReadingPeers?: () => boolean
  log: (message: string) => void
  /** Runs a load once current answers have probably been sent. Absent: loads run at once. */
  afterAnswers?: (load: () => void) => void
  /** Milliseconds of a monotonic clock. */
  clock?: () => number
}

export interface RecentBounds {
  /** Maximum rows read from the table at once; half as many more may be held. */
  rows?: number
  /** Maximum bytes of the rows' batches; at most half as many are read from the table at once. */
  bytes?: number
}

const defaultRows = 20_000
const defaultBytes = 24_000_000
/** Minimum time between two loads from the table. */
const minLoadIntervalMs = 10_000
/** How long the rows are kept current after the last request. */
const wantedMs = 60_000

/**
 * Keeps the newest rows of the table in memory, for views of the newest events, which nearly all users have
 * open. Reads them once, adds new batches, drops the oldest rows beyond the limits, and drops all rows when
 * there have been no requests for a while. Answers exactly or not at all.
 */
export class RecentRows implements JournalListener {
  readonly #source: RecentSource
  readonly #clock: () => number
  readonly #afterAnswers: (load: () => void) => void
  readonly #maxRows: number
  readonly #maxBytes: number
  /** Rows to read at once; halved when an answer was too large. */
  #readRows: number
  #held: HeldRows | undefined
  /** The running load. */
  #loading: Promise<void> | undefined
  /** Whether a load waits for `afterAnswers`. */
  #isScheduled = false
  /** Time of the last call of `load`. */
  #loadedAt = Number.NEGATIVE_INFINITY
  /** Until when the rows are kept current. */
  #wantedUntil = Number.NEGATIVE_INFINITY
  /** Time of the last call of `newest` or `prepare`. */
  #askedAt = Number.NEGATIVE_INFINITY

  constructor(source: RecentSource, { rows = defaultRows, bytes = defaultBytes }: RecentBounds = {}) {
    this.#source = source
    this.#clock = source.clock ?? (() => performance.now())
    this.#afterAnswers = source.afterAnswers ?? (load => load())
    this.#maxRows = rows
    this.#maxBytes = bytes
    this.#readRows = rows
  }

  /**
   * The newest rows, if memory can answer as of this mark: the caller leaves out rows after the mark.
   * Otherwise undefined. If memory has no rows, begins to load them when a load is due.
   */
  newest(asOf: Mark | undefined): RecentSnapshot | undefined {
    this.#askedAt = this.#clock()
    this.#wantedUntil = this.#askedAt + wantedMs
    const held = this.#update()
    if (held === undefined) {
      if (this.#held === undefined) this.#loadWhenDue()
      return undefined
    }
    if (asOf !== undefined && asOf.number < held.since) return undefined
    held.repeated ??= repeatedIn(held.rows)
    return { from: held.from, rows: held.rows, repeated: held.repeated }
  }

  /**
   * Call it before reads of counts. If there were no reads for a minute, loads the rows when a load is due,
   * since a user who comes back will also view the newest events. Does not prolong how long held rows are
   * kept.
   */
  prepare(): void {
    const now = this.#clock()
    const isReturning = now >= this.#askedAt + wantedMs
    this.#askedAt = now
    if (!isReturning) return
    this.#update()
    if (this.#held !== undefined) return
    this.#wantedUntil = now + wantedMs
    this.#loadWhenDue()
  }

  /**
   * Called after changes of the journal. Updates the rows if they were requested recently, else drops them.
   */
  changed(): void {
    if (this.#clock() < this.#wantedUntil) this.#update()
    else this.#held = undefined
  }

  /**
   * Reads the rows from the table, or waits for the running load. Never rejects: without these rows, pages
   * are read from the table.
   */
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

  /** Begins a load, unless its rows could not be kept current or the last load was shortly before. */
  #loadWhenDue(): void {
    const { recentBatches, journal } = this.#source
    if (recentBatches.isPaused || journal.isRepeating || this.#clock() - this.#loadedAt < minLoadIntervalMs)
      return
    // Whether pending batches were read into memory; otherwise their rows would be missing from the loaded
    // rows.
    const canFollow = recentBatches.isWanted || journal.pending.length === 0
    // From now on, new batches are read into memory.
    recentBatches.get([])
    if (!canFollow || this.#isScheduled) return
    this.#isScheduled = true
    this.#afterAnswers(() => {
      this.#isScheduled = false
      void this.load()
    })
  }

  /**
   * Adds new batches, and returns the rows. Undefined if no rows are held, or if a new batch is not in
   * memory. While batches are being read, the rows then stay for a later call; otherwise they are dropped.
   */
  #update(): HeldRows | undefined {
    const held = this.#held
    if (held === undefined) return undefined
    // The appends whose rows are not in memory.
    const missing = follow(this.#source.journal, held.followed)
    const isLate = missing.length > 0
    if (isLate && this.#source.isReadingPeers?.() !== true) this.#held = undefined
    if (isLate || this.#held === undefined) return undefined
    if (held.rows.length > 1.5 * this.#maxRows || held.bytes > this.#maxBytes) this.#cut(held)
    return held
  }

  /** The rows as something that follows the journal from this number on. */
  #asFollowed(number: number): Followed {
    return {
      number,
      holds: ({ to }) => this.#held !== undefined && to > this.#held.from,
      add: appends => this.#addAppends(appends),
      lose: spans => {
        if (spans.some(({ to }) => this.#held !== undefined && to > this.#held.from)) this.#held = undefined
      },
    }
  }

  #addAppends(appends: readonly Change[]): boolean {
    const batches = this.#source.recentBatches.get(appends.map(({ batch }) => batch))
    const held = this.#held
    if (batches === undefined || held === undefined) return false
    for (const batch of batches) this.#add(held, batch)
    return true
  }

  #add(held: HeldRows, batch: RecentBatch): void {
    const added = rowsOf(batch).filter(({ ts }) => ts >= held.from * micro)
    if (added.length === 0) return
    held.repeated = undefined
    held.bytes += batch.bytes
    // Only the rows from the first one that is newer than the oldest added row are sorted again.
    const oldest = added[0]
    let at = held.rows.length
    while (at > 0 && oldest !== undefined && compareRows(held.rows[at - 1] ?? oldest, oldest) > 0) at--
    const newest = [...held.rows.splice(at), ...added].sort(compareRows)
    for (const row of newest) held.rows.push(row)
  }

  /**
   * Drops the oldest rows, in whole seconds. Goes back to `#maxRows` and two thirds of the bytes, below the
   * bounds that cause a cut, to avoid a cut per batch.
   */
  #cut(held: HeldRows): void {
    const start = startOfNewest(held.rows, this.#maxRows, (2 / 3) * this.#maxBytes)
    const newestDropped = held.rows[start - 1]
    if (newestDropped === undefined) return
    held.from = Math.floor(newestDropped.ts / micro) + 1
    held.rows = held.rows.filter(({ ts }) => ts >= held.from * micro)
    held.bytes = bytesOf(held.rows)
    held.repeated = undefined
  }

  async #read(): Promise<void> {
    const { table, journal, recentBatches } = this.#source
    // The rows would be dropped when the repeated append ends.
    if (journal.isRepeating) return
    const { current } = journal
    const maxRows = this.#readRows
    // Batches that arrive meanwhile are read into memory.
    recentBatches.get([])
    const { value, unsure } = await readAsOf(journal, [allTime], mark =>
      table(mark, maxRows, this.#maxBytes / 2),
    )
    // Rows arrived during the read: some of their batch may be missing.
    if (unsure.length > 0) return
    const rows = rowsOf(value.batch)
    // The read was cut at `maxRows`, so the oldest second may be incomplete.
    const oldest = value.batch.size < maxRows ? undefined : rows[0]
    const from = oldest === undefined ? value.from : Math.floor(oldest.ts / micro) + 1
    const newest = rows.filter(({ ts }) => ts >= from * micro)
    this.#held = {
      since: current,
      followed: this.#asFollowed(current),
      from,
      rows: newest,
      repeated: undefined,
      bytes: bytesOf(newest),
    }
  }

  /**
   * Reads half as many rows from now on if the answer was too large. An unavailable engine logs that itself.
   */
  #failed(error: unknown): void {
    if (error instanceof Fault && error.code === 'query_memory')
      this.#readRows = Math.ceil(this.#readRows / 2)
    if (error instanceof Fault && error.code === 'storage_unavailable') return
    const why = thrownText(error)
    this.#source.log(`the newest rows were not read into memory: ${why}`)
  }
}
