import type { AppendLog, CompletedAppend } from './append-log.ts'
import { BatchCut } from './batch-cut.ts'
import { chunksBy } from './chunks.ts'
import type { RecentBatches } from './recent/recent-batches.ts'
import type { SqlClient } from './sql-client.ts'
import type { Read } from './store.ts'
import type { Span } from './time-span.ts'

/** The sources from which parts of the table are held in memory. */
export interface TableSource {
  client: SqlClient
  appends: AppendLog
  recentBatches: RecentBatches
  /** An upper estimate of the rows in [from, to). */
  estimateRows(from: number, to: number): number
}

/** Parts of the table in memory, which are loaded and dropped. */
export interface HeldParts {
  clear(): void
  /** Drops the parts that overlap any of the spans. */
  discard(spans: readonly Span[]): void
  /** Whether a part overlaps the span. */
  holds(span: Span): boolean
  /** Adds the rows of appends to the parts: all or none. */
  add(appends: readonly CompletedAppend[], read: Read): Promise<void>
}

interface FollowerBounds {
  /** With more to add, drops parts, which are loaded again when a read needs them. */
  maxBatches: number
  maxRows: number
  /** Rows that one statement adds. */
  rowsPerStatement: number
  /** Attempts to load while new appends interfere. */
  maxLoads: number
}

/** Batches that one statement names. */
const batchesPerStatement = 2_000

/** New appends interfered with every attempt to load parts; the caller counts rows instead. */
export class ContendedError extends Error {
  override name = 'ContendedError' as const
}

/** Keeps parts of the table in memory exact while batches are appended, also late ones. Calls must not overlap. */
export class AppendFollower {
  readonly #appends: AppendLog
  readonly #parts: HeldParts
  readonly #bounds: FollowerBounds
  /** The parts have the rows of exactly the appends up to this number. */
  #number: number

  constructor(appends: AppendLog, parts: HeldParts, bounds: FollowerBounds) {
    this.#appends = appends
    this.#parts = parts
    this.#bounds = bounds
    this.#number = appends.current
  }

  /** Limits a statement to the appends that the parts have. */
  cut(): BatchCut {
    return new BatchCut(this.#appends, this.#number)
  }

  /** Adds new appends to the parts. */
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
