import { readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { formatOf, type SpoolBatch } from '../../schema/row.ts'
import { RecentBatch } from './recent-batch.ts'

/** Larger files are not read, since that would hold this process up. */
const maxRows = 20_000
/** Bytes of all that are kept: a few seconds of ten thousand events each. */
const maxBytes = 16_000_000
const maxBatches = 64
/** While more rows come in than these, nothing is read: ingest needs the processors. */
const rowsPerSecond = 25_000
const maxBurstRows = 50_000
/** Rows of a burst that have to be made up for: reading goes on a second or two after it. */
const maxDebtRows = 25_000
/** How long rows are read after somebody asked for some. */
const wantedMs = 60_000

/**
 * The batches that came in last, read from their spool files while they are being appended: what is kept current need not ask the
 * engine for rows that have just been written to disk. Nothing is read while nobody asks.
 */
export class RecentBatches {
  /** By sequence. */
  readonly #batches = new LRUCache<number, RecentBatch>({
    max: maxBatches,
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes + 1,
  })
  readonly #log: (message: string) => void
  readonly #clock: () => number
  #wantedUntil = Number.NEGATIVE_INFINITY
  /** Rows that may be read, as of `creditAt`; negative while nothing is read. */
  #credit = maxBurstRows
  #creditAt: number

  /** `clock`: milliseconds of a monotonic clock. */
  constructor(log: (message: string) => void, clock: () => number = () => performance.now()) {
    this.#log = log
    this.#clock = clock
    this.#creditAt = clock()
  }

  /** Whether so much comes in that nothing is read for now. */
  get isPaused(): boolean {
    return this.#presentCredit < 0
  }

  /** Whether somebody asked lately, so that what comes in is read. */
  get isWanted(): boolean {
    return this.#clock() <= this.#wantedUntil
  }

  /** To be called before the batch counts as appended. Never rejects: the engine has what cannot be read here. */
  async read({ file, sequence, rows }: SpoolBatch): Promise<void> {
    const fromFile = async () => new RecentBatch(await readFile(file), sequence, rows, formatOf(file))
    await this.readFrom(fromFile, { sequence, rows })
  }

  /** The same for a batch whose rows are elsewhere. */
  async readFrom(
    readBatch: () => Promise<RecentBatch>,
    { sequence, rows }: Pick<SpoolBatch, 'sequence' | 'rows'>,
  ): Promise<void> {
    if (!this.isWanted || !this.#canAfford(rows)) {
      this.#batches.clear()
      return
    }
    if (rows > maxRows) return
    try {
      this.#batches.set(sequence, await readBatch())
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      this.#log(`rows that are being appended were not read into memory: ${why}`)
    }
  }

  /** These batches, when all of them are in memory. Batches that come later are read because of this call. */
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

  /** Counts rows whether they are read or not: a burst that goes on is not read in between. */
  #canAfford(rows: number): boolean {
    this.#credit = Math.max(-maxDebtRows, this.#presentCredit - rows)
    this.#creditAt = this.#clock()
    return this.#credit >= 0
  }

  get #presentCredit(): number {
    const earned = ((this.#clock() - this.#creditAt) / 1_000) * rowsPerSecond
    return Math.min(maxBurstRows, this.#credit + earned)
  }
}
