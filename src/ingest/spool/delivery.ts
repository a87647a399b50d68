import path from 'node:path'
import { isBatchRefusedError } from '../../schema/batch-refused.ts'
import type { SpoolBatch } from '../../schema/row.ts'
import type { Manifest } from '../ledger/ledger.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import type { QuarantineFolder } from './quarantine.ts'
import type { SpoolFolder } from './spool-folder.ts'

/** Takes spool files into the store, each exactly once however often it is given. */
export type Sink = (batches: readonly SpoolBatch[]) => Promise<void>

/** A spool file on its way to the store. */
export interface SpooledFile {
  batch: SpoolBatch
  bytes: number
  /** Its events, for the ledger. */
  manifest: Manifest
}

/** Why the store will never have a file. */
export type LossReason = 'corrupted' | 'store' | 'evicted'

/** What becomes of parcels: each ends in one of these. */
export interface DeliveryOutcomes {
  delivered(file: SpooledFile): void
  lost(file: SpooledFile, reason: LossReason): void
}

interface QueuedFile extends SpooledFile {
  name: string
  /** How often the store did not take it. */
  failures: number
  done: PromiseWithResolvers<void>
}

type Files = Pick<SpoolFolder, 'isWhole' | 'quarantine' | 'remove'>

const maxConcurrentInserts = 2
/** What waits goes to the store together, so many files and bytes at most: larger inserts are cheaper. */
const maxGroupFiles = 48
const maxGroupBytes = 24 * 1024 * 1024
/** After an insert what is less than that waits as long as it took, at most so many milliseconds. */
const maxPauseMs = 500
const maxKeptBytes = 64 * 1024 * 1024
const minKeptFiles = 4
/** A file is looked at when the store has not taken it so often, and again after as many times. */
const inspectEveryFailures = 3

/**
 * Hands spool files to the store, in order, in two inserts at a time, each again until it is taken. What the store does not take waits
 * aside, so that it holds nobody up, and comes again by itself. A file that was damaged on disk, or that the store calls unreadable, is set aside for good.
 */
export class Delivery {
  readonly #sink: Sink
  readonly #files: Files
  readonly #keptFiles: number
  readonly #outcomes: DeliveryOutcomes
  readonly #warn: (message: string) => void
  readonly #queue = new DeliveryQueue<QueuedFile>()
  /** What goes together. */
  readonly #running = new Set<readonly QueuedFile[]>()
  readonly #kept: { name: string; bytes: number }[] = []
  #timer: NodeJS.Timeout | undefined
  #stopped = false
  /** How many wait until all is delivered. */
  #waiting = 0
  #keptBytes = 0

  /** Bytes of files that the store does not have yet. */
  pendingBytes = 0

  /**
   * `maxKeptFiles`: delivered files that are kept. The store has synced what it has taken, so none need outlive its delivery; the
   * newest few are a second chance for a disk that lied about a sync. Each start gives them to the store again.
   */
  constructor(
    sink: Sink,
    files: Files,
    keptFiles: number,
    outcomes: DeliveryOutcomes,
    warn: (message: string) => void,
  ) {
    this.#sink = sink
    this.#files = files
    this.#keptFiles = keptFiles
    this.#outcomes = outcomes
    this.#warn = warn
  }

  /** Inserts that the store has yet to finish, about. */
  get backlog(): number {
    return this.#running.size + Math.ceil(this.#queue.size / maxGroupFiles)
  }

  get #queuedBytes(): number {
    let { pendingBytes } = this
    for (const together of this.#running) for (const parcel of together) pendingBytes -= parcel.bytes
    return pendingBytes
  }

  add(file: SpooledFile): void {
    this.pendingBytes += file.bytes
    const name = path.basename(file.batch.file)
    this.#queue.add({ ...file, name, failures: 0, done: Promise.withResolvers<void>() })
    this.#next()
  }

  /** Resolves when none of the files added before the call is on its way any more. */
  async flush(): Promise<void> {
    const all = [...this.#queue, ...this.#running].flat().map(({ done }) => done.promise)
    this.#waiting++
    this.#next()
    await Promise.all(all)
    this.#waiting--
  }

  /** Gives up the oldest files that are not with the store just now, until so many bytes are gained or there are no more. */
  async evict(pendingBytes: number): Promise<void> {
    for (let gained = 0; gained < pendingBytes; ) {
      const parcel = this.#queue.takeOldest()
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
    while (this.#running.size < maxConcurrentInserts && !this.#stopped) {
      const now = performance.now()
      if (this.#waiting > 0 || this.#queuedBytes >= maxGroupBytes) this.#queue.holdUntil(0)
      const first = this.#queue.takeDue(now)
      if (first === undefined) break
      const together = this.#withFollowing(first)
      if (first.failures === 0) this.#queue.holdUntil(Number.POSITIVE_INFINITY)
      this.#running.add(together)
      void this.#deliver(together, now)
    }
    const due = this.#queue.dueAt
    if (due === undefined || this.#stopped || this.#running.size === maxConcurrentInserts) return
    if (due === Number.POSITIVE_INFINITY) return
    this.#timer = setTimeout(() => this.#next(), Math.max(1, due - performance.now()))
  }

  /** What has failed before goes alone: if it is at fault, the others are not. */
  #withFollowing(first: QueuedFile): readonly QueuedFile[] {
    const together = [first]
    if (first.failures > 0) return together
    let { bytes } = first
    while (together.length < maxGroupFiles) {
      const following = this.#queue.takeNextIf(parcel => bytes + parcel.bytes <= maxGroupBytes)
      if (following === undefined) break
      together.push(following)
      bytes += following.bytes
    }
    return together
  }

  async #deliver(together: readonly QueuedFile[], since: number): Promise<void> {
    try {
      await this.#sink(
        together.map(({ batch, failures }) => (failures === 0 ? batch : { ...batch, repeated: true })),
      )
      // What is not told any more is found, and told, at the next start.
      if (this.#stopped) return
      this.#queue.recordSuccess()
      this.#ended(together, since)
      for (const parcel of together) {
        this.#end(parcel)
        this.#outcomes.delivered(parcel)
      }
      this.#next()
      for (const parcel of together) await this.#keep(parcel)
    } catch (error) {
      if (this.#stopped) return
      await this.#failed(together, error)
      this.#ended(together, since)
      this.#next()
    }
  }

  /** Small inserts take half of the time at most: together they are cheaper, and the engine merges all that they leave. */
  #ended(together: readonly QueuedFile[], since: number): void {
    this.#running.delete(together)
    const now = performance.now()
    this.#queue.holdUntil(now + Math.min(now - since, maxPauseMs))
  }

  async #failed(together: readonly QueuedFile[], error: unknown): Promise<void> {
    for (const parcel of together) parcel.failures++
    const losses = await Promise.all(together.map(parcel => this.#lossOf(parcel, error)))
    if (this.#stopped) return
    let isAgain = false
    for (const [i, parcel] of together.entries()) {
      const loss = losses[i]
      if (loss !== undefined) {
        await this.#setAside(parcel, loss, error)
        continue
      }
      this.#warn(`The store did not take ${parcel.name}, trying again: ${messageOf(error)}`)
      this.#queue.retryLater(parcel, parcel.failures, performance.now())
      isAgain = true
    }
    if (isAgain) this.#queue.recordFailure(performance.now())
  }

  /** What is wrong with a file itself; undefined while it may be taken another time. */
  async #lossOf({ name, failures }: QueuedFile, error: unknown): Promise<LossReason | undefined> {
    if (failures % inspectEveryFailures !== 0) return undefined
    // A disk that cannot be read now may be read later.
    if (!(await this.#files.isWhole(name).catch(() => true))) return 'corrupted'
    return isBatchRefusedError(error) ? 'store' : undefined
  }

  async #setAside(parcel: QueuedFile, loss: LossReason, error: unknown): Promise<void> {
    const { name } = parcel
    const aside = loss === 'corrupted' ? 'broken' : 'refused'
    const why = loss === 'corrupted' ? 'is not as it was written' : `was refused: ${messageOf(error)}`
    this.#warn(
      `The spool file ${name} ${why}; it was set aside into ${aside}, its events are not in the store`,
    )
    await this.#quietly(
      this.#files.quarantine(name, aside).then(removed => {
        for (const old of removed) this.#warn(quarantineRemovedMessage(old, aside))
      }),
    )
    this.#end(parcel)
    this.#outcomes.lost(parcel, loss)
  }

  /** A parcel has left, whichever way. */
  #end(parcel: QueuedFile): void {
    this.pendingBytes -= parcel.bytes
    parcel.done.resolve()
  }

  async #keep({ name, bytes }: QueuedFile): Promise<void> {
    this.#kept.push({ name, bytes })
    this.#keptBytes += bytes
    while (
      this.#kept.length > this.#keptFiles ||
      (this.#keptBytes > maxKeptBytes && this.#kept.length > minKeptFiles)
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

/** What is said of a file that was removed from where it had been set aside. */
export function quarantineRemovedMessage(name: string, aside: QuarantineFolder): string {
  return `There is no room in ${aside} for more: the oldest, ${name}, was removed; its events were counted when it was set aside`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
