import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { SpoolBatch } from '../../schema/row.ts'
import type { Manifest } from '../ledger/ledger.ts'

/** Takes a spool file into the store, exactly once however often it is given. */
export type Sink = (batch: SpoolBatch) => Promise<void>

/** A spool file on its way to the store. */
export interface Parcel {
  batch: SpoolBatch
  bytes: number
  /** Its events, for the ledger. */
  manifest: Manifest
}

interface Underway extends Parcel {
  done: PromiseWithResolvers<void>
}

const concurrency = 2
const firstRetryMillis = 200
const lastRetryMillis = 5_000
const keptBytes = 64 * 1024 * 1024
const keptAtLeast = 4

/** Hands spool files to the store, in order, two at a time, each again until it is taken. */
export class Delivery {
  readonly #sink: Sink
  readonly #keptFiles: number
  readonly #delivered: (parcel: Parcel) => void
  readonly #warn: (message: string) => void
  readonly #waiting: Underway[] = []
  readonly #running = new Set<Underway>()
  readonly #kept: { file: string; bytes: number }[] = []
  readonly #stop = new AbortController()
  #keptBytes = 0

  /** Bytes of files that the store does not have yet. */
  bytes = 0

  /**
   * `keptFiles`: delivered files that are kept. The store has synced what it has taken, so none need outlive its delivery; the
   * newest few are a second chance for a disk that lied about a sync. Each start gives them to the store again.
   */
  constructor(
    sink: Sink,
    keptFiles: number,
    delivered: (parcel: Parcel) => void,
    warn: (message: string) => void,
  ) {
    this.#sink = sink
    this.#keptFiles = keptFiles
    this.#delivered = delivered
    this.#warn = warn
  }

  /** Files that the store does not have yet. */
  get backlog(): number {
    return this.#waiting.length + this.#running.size
  }

  add(parcel: Parcel): void {
    this.bytes += parcel.bytes
    const underway = { ...parcel, done: Promise.withResolvers<void>() }
    this.#waiting.push(underway)
    this.#next()
  }

  /** Resolves when all files added before the call are in the store. */
  async delivered(): Promise<void> {
    await Promise.all([...this.#waiting, ...this.#running].map(({ done }) => done.promise))
  }

  /** Begins no further delivery; those that run are left to themselves. What remains is replayed at the next start. */
  stop(): void {
    this.#stop.abort()
  }

  #next(): void {
    while (this.#running.size < concurrency && !this.#stop.signal.aborted) {
      const parcel = this.#waiting.shift()
      if (parcel === undefined) return
      this.#running.add(parcel)
      void this.#deliver(parcel)
    }
  }

  async #deliver(parcel: Underway): Promise<void> {
    let { batch } = parcel
    for (let delay = firstRetryMillis; ; delay = Math.min(delay * 2, lastRetryMillis)) {
      try {
        await this.#sink(batch)
        break
      } catch (error) {
        if (this.#stop.signal.aborted) return
        batch = { ...batch, repeated: true }
        this.#warn(`The store did not take ${path.basename(batch.file)}, trying again: ${messageOf(error)}`)
        await setTimeout(delay, undefined, { signal: this.#stop.signal }).catch(() => {})
        if (this.#stop.signal.aborted) return
      }
    }
    this.#running.delete(parcel)
    this.bytes -= parcel.bytes
    this.#delivered(parcel)
    parcel.done.resolve()
    this.#next()
    await this.#keep(parcel)
  }

  async #keep({ batch, bytes }: Parcel): Promise<void> {
    this.#kept.push({ file: batch.file, bytes })
    this.#keptBytes += bytes
    while (
      this.#kept.length > this.#keptFiles ||
      (this.#keptBytes > keptBytes && this.#kept.length > keptAtLeast)
    ) {
      const oldest = this.#kept.shift()
      if (oldest === undefined) return
      this.#keptBytes -= oldest.bytes
      await rm(oldest.file, { force: true }).catch(error =>
        this.#warn(`A delivered spool file cannot be removed: ${messageOf(error)}`),
      )
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
