import type { AppendLog, CompletedAppend } from './append-log.ts'
import { BatchCut } from './batch-cut.ts'
import { chunksBy } from './chunks.ts'
import type { RecentBatches } from './recent/recent-batches.ts'
import type { SqlClient } from './sql-client.ts'
import type { Read } from './store.ts'
import type { Span } from './time-span.ts'

/** What is read to hold parts of the table in memory. */
export interface TableSource {
  client: SqlClient
  appends: AppendLog
  recentBatches: RecentBatches
  /** Rows in [from, to) at most. */
  estimateRows(from: number, to: number): number
}

/** What of the table is held in memory, in parts that are loaded and dropped. */
export interface HeldParts {
  clear(): void
  /** Drops the parts that lie in any of the spans. */
  discard(spans: readonly Span[]): void
  /** Whether a part lies in the span. */
  holds(span: Span): boolean
  /** Adds the rows of appends to the parts: all or none. */
  add(appends: readonly CompletedAppend[], read: Read): Promise<void>
}

interface FollowerBounds {
  /** With more to add, parts are dropped and loaded again when they are wanted. */
  maxBatches: number
  maxRows: number
  /** Rows that are added by one statement. */
  rowsPerStatement: number
  /** Loads in a row while appends get in between. */
  maxLoads: number
}

/** Batches that one statement names. */
const batchesPerStatement = 2_000

/** Appends got in between every time that parts were loaded: rows are to be counted for now. */
export class ContendedError extends Error {
  override name = 'ContendedError' as const
}

/** Keeps parts of the table in memory current: exact at any time, whatever is appended and however late. One call at a time. */
export class AppendFollower {
  readonly #appends: AppendLog
  readonly #parts: HeldParts
  readonly #bounds: FollowerBounds
  /** The parts have the rows of all appends up to this one, and no others. */
  #number: number

  constructor(appends: AppendLog, parts: HeldParts, bounds: FollowerBounds) {
    this.#appends = appends
    this.#parts = parts
    this.#bounds = bounds
    this.#number = appends.current
  }

  /** What is to be loaded, so that it fits to what is held. */
  cut(): BatchCut {
    return new BatchCut(this.#appends, this.#number)
  }

  /** Completes the parts with what has been appended. */
  async catchUp(read: Read): Promise<void> {
    const { current } = this.#appends
    const news = this.#appends.since(this.#number)
    if (news === undefined) {
      this.#parts.clear()
      this.#number = current
      return
    }
    this.#parts.discard(news.filter(({ replayed }) => replayed).map(({ span }) => span))
    const added = news.filter(({ replayed, span }) => !replayed && this.#parts.holds(span))
    const { maxBatches, maxRows, rowsPerStatement } = this.#bounds
    if (added.length > maxBatches || added.reduce((sum, { rows }) => sum + rows, 0) > maxRows)
      this.#parts.discard(added.map(({ span }) => span))
    else {
      for (const group of chunksBy(added, ({ rows }) => rows, rowsPerStatement, batchesPerStatement)) {
        await this.#parts.add(group, read)
        this.#number = group.at(-1)?.number ?? this.#number
      }
    }
    this.#number = news.at(-1)?.number ?? this.#number
  }

  /** Loads parts until none is missing. Rejects with a ContendedError. */
  async load<T>(
    missingParts: () => { all: number; missing: readonly T[] },
    read: Read,
    load: (missing: readonly T[]) => Promise<void>,
  ): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const { all, missing } = missingParts()
      if (attempt === 0 && read.account !== undefined) {
        read.account.tilesCounted += missing.length
        read.account.tilesKept += all - missing.length
      }
      if (missing.length === 0) return
      if (attempt === this.#bounds.maxLoads) throw new ContendedError()
      if (attempt > 0) await this.catchUp(read)
      await load(missing)
    }
  }
}
