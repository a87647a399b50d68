import path from 'node:path'
import { isRefusedBatch } from '../../schema/refused-batch.ts'
import type { SpoolBatch } from '../../schema/row.ts'
import type { Manifest } from '../ledger/ledger.ts'
import type { SpoolFolder } from './folder.ts'
import { Queue } from './queue.ts'

/** Takes a spool file into the store, exactly once however often it is given. */
export type Sink = (batch: SpoolBatch) => Promise<void>

/** A spool file on its way to the store. */
export interface Parcel {
  batch: SpoolBatch
  bytes: number
  /** Its events, for the ledger. */
  manifest: Manifest
}

/** Why the store will never have a file. */
export type Loss = 'corrupted' | 'store' | 'evicted'

/** What becomes of parcels: each ends in one of these. */
export interface Outcomes {
  delivered(parcel: Parcel): void
  lost(parcel: Parcel, why: Loss): void
}

interface Underway extends Parcel {
  name: string
  /** How often the store did not take it. */
  failures: number
  done: PromiseWithResolvers<void>
}

type Files = Pick<SpoolFolder, 'isWhole' | 'setAside' | 'remove'>

const concurrency = 2
const keptBytes = 64 * 1024 * 1024
const keptAtLeast = 4
/** A file is looked at when the store has not taken it so often, and again after as many times. */
const inspectedAfter = 3

/**
 * Hands spool files to the store, in order, two at a time, each again until it is taken. What the store does not take waits aside, so
 * that it holds nobody up. A file that was damaged on disk, or that the store calls unreadable, is set aside for good.
 */
export class Delivery {
  readonly #sink: Sink
  readonly #files: Files
  readonly #keptFiles: number
  readonly #outcomes: Outcomes
  readonly #warn: (message: string) => void
  readonly #queue = new Queue<Underway>()
  readonly #running = new Set<Underway>()
  readonly #kept: { name: string; bytes: number }[] = []
  #timer: NodeJS.Timeout | undefined
  #stopped = false
  #keptBytes = 0

  /** Bytes of files that the store does not have yet. */
  bytes = 0

  /**
   * `keptFiles`: delivered files that are kept. The store has synced what it has taken, so none need outlive its delivery; the
   * newest few are a second chance for a disk that lied about a sync. Each start gives them to the store again.
   */
  constructor(
    sink: Sink,
    files: Files,
    keptFiles: number,
    outcomes: Outcomes,
    warn: (message: string) => void,
  ) {
    this.#sink = sink
    this.#files = files
    this.#keptFiles = keptFiles
    this.#outcomes = outcomes
    this.#warn = warn
  }

  /** Files that the store does not have yet. */
  get backlog(): number {
    return this.#queue.size + this.#running.size
  }

  add(parcel: Parcel): void {
    this.bytes += parcel.bytes
    const name = path.basename(parcel.batch.file)
    this.#queue.add({ ...parcel, name, failures: 0, done: Promise.withResolvers<void>() })
    this.#next()
  }

  /** Resolves when none of the files added before the call is on its way any more. */
  async delivered(): Promise<void> {
    await Promise.all([...this.#queue, ...this.#running].map(({ done }) => done.promise))
  }

  /** Gives up the oldest files that are not with the store just now, until so many bytes are gained or there are no more. */
  async evict(bytes: number): Promise<void> {
    for (let gained = 0; gained < bytes; ) {
      const parcel = this.#queue.oldest()
      if (parcel === undefined) return
      gained += parcel.bytes
      this.#end(parcel)
      this.#outcomes.lost(parcel, 'evicted')
      await this.#quietly(this.#files.remove(parcel.name))
    }
  }

  /** Begins no further delivery; those that run are left to themselves. What remains is replayed at the next start. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  #next(): void {
    clearTimeout(this.#timer)
    while (this.#running.size < concurrency && !this.#stopped) {
      const parcel = this.#queue.next(performance.now())
      if (parcel === undefined) break
      this.#running.add(parcel)
      void this.#deliver(parcel)
    }
    const due = this.#queue.dueAt
    if (due === undefined || this.#stopped || this.#running.size === concurrency) return
    this.#timer = setTimeout(() => this.#next(), Math.max(1, due - performance.now()))
  }

  async #deliver(parcel: Underway): Promise<void> {
    const { batch, failures, name } = parcel
    try {
      await this.#sink(failures === 0 ? batch : { ...batch, repeated: true })
      // What is not told any more is found, and told, at the next start.
      if (this.#stopped) return
      this.#queue.succeeded()
      this.#running.delete(parcel)
      this.#end(parcel)
      this.#outcomes.delivered(parcel)
      this.#next()
      await this.#keep(parcel)
    } catch (error) {
      if (this.#stopped) return
      parcel.failures++
      const loss = await this.#lossOf(parcel, error)
      this.#running.delete(parcel)
      if (this.#stopped) return
      if (loss === undefined) {
        this.#warn(`The store did not take ${name}, trying again: ${messageOf(error)}`)
        this.#queue.failed(parcel, parcel.failures, performance.now())
      } else await this.#setAside(parcel, loss, error)
      this.#next()
    }
  }

  /** What is wrong with a file itself; undefined while it may be taken another time. */
  async #lossOf({ name, failures }: Underway, error: unknown): Promise<Loss | undefined> {
    if (failures % inspectedAfter !== 0) return undefined
    // A disk that cannot be read now may be read later.
    if (!(await this.#files.isWhole(name).catch(() => true))) return 'corrupted'
    return isRefusedBatch(error) ? 'store' : undefined
  }

  async #setAside(parcel: Underway, loss: Loss, error: unknown): Promise<void> {
    const { name } = parcel
    const aside = loss === 'corrupted' ? 'broken' : 'refused'
    const why = loss === 'corrupted' ? 'is not as it was written' : `was refused: ${messageOf(error)}`
    this.#warn(
      `The spool file ${name} ${why}; it was set aside into ${aside}, its events are not in the store`,
    )
    await this.#quietly(this.#files.setAside(name, aside))
    this.#end(parcel)
    this.#outcomes.lost(parcel, loss)
  }

  /** A parcel has left, whichever way. */
  #end(parcel: Underway): void {
    this.bytes -= parcel.bytes
    parcel.done.resolve()
  }

  async #keep({ name, bytes }: Underway): Promise<void> {
    this.#kept.push({ name, bytes })
    this.#keptBytes += bytes
    while (
      this.#kept.length > this.#keptFiles ||
      (this.#keptBytes > keptBytes && this.#kept.length > keptAtLeast)
    ) {
      const oldest = this.#kept.shift()
      if (oldest === undefined) return
      this.#keptBytes -= oldest.bytes
      await this.#quietly(this.#files.remove(oldest.name))
    }
  }

  async #quietly(change: Promise<void>): Promise<void> {
    await change.catch(error => this.#warn(`A spool file cannot be moved or removed: ${messageOf(error)}`))
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
