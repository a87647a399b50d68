import { readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { formatOf, type SpoolBatch } from '../../../schema/event/row.ts'
import { thrownText } from '../../../schema/thrown-text.ts'
import { RecentBatch } from './recent-batch.ts'

/** Maximum rows of a file that is read; reading larger ones would block this process. */
const maxRows = 20_000
/** Maximum bytes of all batches: some seconds with ten thousand events each. */
const maxBytes = 16_000_000
const maxBatches = 64
/**
 * Limit of the rate of rows, by a token bucket: above it nothing is read, since ingest needs the processors.
 */
const rowsPerSecond = 25_000
/** Size of the bucket: maximum rows that are read in a burst after a quiet time. */
const maxBurstRows = 50_000
/** How far the bucket may be overdrawn, so that reading resumes within two seconds of a burst's end. */
const maxDebtRows = 25_000
/** How long new batches are read after the last request. */
const wantedMs = 60_000

/**
 * The newest batches, read from their spool files while they are appended (or, if another process appends
 * them, by PeerBatchReader). They update counts and rows in memory without a query to the engine. Batches are
 * only read for a minute after each call of `get`.
 */
export class RecentBatches {
  /** By sequence. */
  readonly #batches = new LRUCache<number, RecentBatch>({
    max: maxBatches,
    maxSize: maxBytes,
    // LRUCache does not accept the size 0.
    sizeCalculation: ({ bytes }) => bytes + 1,
  })
  readonly #log: (message: string) => void
  readonly #clock: () => number
  /** Until when new batches are read, by the clock; each `get` prolongs it. */
  #wantedUntil = Number.NEGATIVE_INFINITY
  /** Content of the bucket at `#creditAt`: rows that may be read; negative while reading is paused. */
  #credit = maxBurstRows
  #creditAt: number

  /** `clock`: milliseconds of a monotonic clock. */
  constructor(log: (message: string) => void, clock: () => number = () => performance.now()) {
    this.#log = log
    this.#clock = clock
    this.#creditAt = clock()
  }

  /** Whether reading is paused because too many rows arrive. */
  get isPaused(): boolean {
    return this.#presentCredit < 0
  }

  /** Whether `get` was called recently, so that new batches are read. */
  get isWanted(): boolean {
    return this.#clock() <= this.#wantedUntil
  }

  /**
   * Reads a batch into memory. Must end before the journal has the append. Never rejects: rows that cannot be
   * read here are read from the engine.
   */
  async read({ file, sequence, rows }: SpoolBatch): Promise<void> {
    const fromFile = async () => new RecentBatch(await readFile(file), sequence, rows, formatOf(file))
    await this.readFrom(fromFile, { sequence, rows })
  }

  /**
   * As `read`, with rows from another source. May end after the journal has the append: until then, `get`
   * lacks the batch.
   */
  async readFrom(
    readBatch: () => Promise<RecentBatch>,
    { sequence, rows }: Pick<SpoolBatch, 'sequence' | 'rows'>,
  ): Promise<void> {
    if (!this.isWanted || rows > maxRows || !this.#takeCredit(rows)) {
      // Most updates would need this batch too, so the earlier ones are of no more use.
      this.#batches.clear()
      return
    }
    try {
      this.#batches.set(sequence, await readBatch())
    } catch (error) {
      this.#batches.clear()
      const why = thrownText(error)
      this.#log(`rows that are being appended were not read into memory: ${why}`)
    }
  }

  /** These batches, if all of them are in memory. The call also causes later batches to be read. */
  get(sequences: readonly number[]): RecentBatch[] | undefined {
    this.#wantedUntil = this.#clock() + wantedMs
    const found: RecentBatch[] = []
    for (const sequence of sequences) {
      const batch = this.#batches.peek(sequence)
      if (batch === undefined) return undefined
      found.push(batch)
    }
    return found
  }

  /**
   * Takes rows out of the bucket, and returns whether it had enough. Takes them even if it had not, so that a
   * lasting burst stays unread.
   */
  #takeCredit(rows: number): boolean {
    this.#credit = Math.max(-maxDebtRows, this.#presentCredit - rows)
    this.#creditAt = this.#clock()
    return this.#credit >= 0
  }

  get #presentCredit(): number {
    const earned = ((this.#clock() - this.#creditAt) / 1_000) * rowsPerSecond
    return Math.min(maxBurstRows, this.#credit + earned)
  }
}
