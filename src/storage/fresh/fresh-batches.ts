import { readFile } from 'node:fs/promises'
import type { SpoolBatch } from '../../schema/row.ts'
import { FreshBatch } from './fresh-batch.ts'

/** Of files with more rows the engine tells: reading them would hold this process up. */
const mostRows = 20_000
/** Bytes of all that are kept: a few seconds of ten thousand events each. */
const mostBytes = 16_000_000
const mostBatches = 64
/** Rows that are read a second, and at once: of more the engine tells, and ingest has the processors. */
const rowsEachSecond = 25_000
const mostAtOnce = 50_000
/** What has been too much is looked at again after so long, milliseconds. */
const restsFor = 5_000
/** Rows are read for so long after somebody asked for some, milliseconds. */
const wantedFor = 60_000

/**
 * The batches that came in last, read from their spool files while they are being appended: what is kept current need not ask the
 * engine for rows that have just been written to disk. Nothing is read while nobody asks.
 */
export class FreshBatches {
  /** By sequence, in the order in which they came. */
  readonly #batches = new Map<number, FreshBatch>()
  readonly #log: (message: string) => void
  readonly #clock: () => number
  #bytes = 0
  #wantedUntil = Number.NEGATIVE_INFINITY
  #restsUntil = Number.NEGATIVE_INFINITY
  /** Rows that may be read, as of `creditAt`. */
  #credit = mostAtOnce
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
  async take({ file, sequence, rows }: SpoolBatch): Promise<void> {
    if (!this.isWanted || !this.#affords(rows)) {
      this.#batches.clear()
      this.#bytes = 0
      return
    }
    if (rows > mostRows) return
    try {
      this.#keep(new FreshBatch(await readFile(file), sequence, rows))
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      this.#log(`rows that are being appended were not read into memory: ${why}`)
    }
  }

  /** These batches, when all of them are at hand; the next ones will be. */
  of(sequences: readonly number[]): FreshBatch[] | undefined {
    this.#wantedUntil = this.#clock() + wantedFor
    const found: FreshBatch[] = []
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
    const earned = ((now - this.#creditAt) / 1_000) * rowsEachSecond
    this.#credit = Math.min(mostAtOnce, this.#credit + earned) - rows
    this.#creditAt = now
    if (this.#credit >= 0) return true
    this.#restsUntil = now + restsFor
    this.#credit = mostAtOnce
    return false
  }

  #keep(batch: FreshBatch): void {
    this.#bytes += batch.bytes - (this.#batches.get(batch.sequence)?.bytes ?? 0)
    this.#batches.set(batch.sequence, batch)
    for (const [sequence, { bytes }] of this.#batches) {
      if (this.#bytes <= mostBytes && this.#batches.size <= mostBatches) return
      this.#batches.delete(sequence)
      this.#bytes -= bytes
    }
  }
}
