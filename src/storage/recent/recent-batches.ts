import { readFile } from 'node:fs/promises'
import type { SpoolBatch } from '../../schema/row.ts'
import { RecentBatch } from './recent-batch.ts'

/** Of files with more rows the engine tells: reading them would hold this process up. */
const maxRows = 20_000
/** Bytes of all that are kept: a few seconds of ten thousand events each. */
const maxBytes = 16_000_000
const maxBatches = 64
/** Rows that are read a second, and at once: of more the engine tells, and ingest has the processors. */
const rowsPerSecond = 25_000
const maxBurstRows = 50_000
/** What has been too much is looked at again after so long, milliseconds. */
const pauseMs = 5_000
/** Rows are read for so long after somebody asked for some, milliseconds. */
const wantedMs = 60_000

/**
 * The batches that came in last, read from their spool files while they are being appended: what is kept current need not ask the
 * engine for rows that have just been written to disk. Nothing is read while nobody asks.
 */
export class RecentBatches {
  /** By sequence, in the order in which they came. */
  readonly #batches = new Map<number, RecentBatch>()
  readonly #log: (message: string) => void
  readonly #clock: () => number
  #bytes = 0
  #wantedUntil = Number.NEGATIVE_INFINITY
  #restsUntil = Number.NEGATIVE_INFINITY
  /** Rows that may be read, as of `creditAt`. */
  #credit = maxBurstRows
  #creditAt: number

  /** `clock` answers milliseconds of a monotonic clock. */
  constructor(log: (message: string) => void, clock: () => number = () => performance.now()) {
    this.#log = log
    this.#clock = clock
    this.#creditAt = clock()
  }

  /** Whether so much comes in that nothing is read for now. */
  get isResting(): boolean {
    return this.#clock() < this.#restsUntil
  }

  /** Whether somebody asked lately, so that what comes in is read. */
  get isWanted(): boolean {
    return this.#clock() <= this.#wantedUntil
  }

  /** To be called before the batch counts as there. Never rejects: of what cannot be read the engine tells. */
  async read({ file, sequence, rows }: SpoolBatch): Promise<void> {
    if (!this.isWanted || !this.#affords(rows)) {
      this.#batches.clear()
      this.#bytes = 0
      return
    }
    if (rows > maxRows) return
    try {
      this.#keep(new RecentBatch(await readFile(file), sequence, rows))
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      this.#log(`rows that are being appended were not read into memory: ${why}`)
    }
  }

  /** These batches, when all of them are at hand; the next ones will be. */
  of(sequences: readonly number[]): RecentBatch[] | undefined {
    this.#wantedUntil = this.#clock() + wantedMs
    const found: RecentBatch[] = []
    for (const sequence of sequences) {
      const batch = this.#batches.get(sequence)
      if (batch === undefined) return undefined
      found.push(batch)
    }
    return found
  }

  #affords(rows: number): boolean {
    const now = this.#clock()
    if (now < this.#restsUntil) return false
    const earned = ((now - this.#creditAt) / 1_000) * rowsPerSecond
    this.#credit = Math.min(maxBurstRows, this.#credit + earned) - rows
    this.#creditAt = now
    if (this.#credit >= 0) return true
    this.#restsUntil = now + pauseMs
    this.#credit = maxBurstRows
    return false
  }

  #keep(batch: RecentBatch): void {
    this.#bytes += batch.bytes - (this.#batches.get(batch.sequence)?.bytes ?? 0)
    this.#batches.set(batch.sequence, batch)
    for (const [sequence, { bytes }] of this.#batches) {
      if (this.#bytes <= maxBytes && this.#batches.size <= maxBatches) return
      this.#batches.delete(sequence)
      this.#bytes -= bytes
    }
  }
}
