import pLimit from 'p-limit'
import type { SpoolBatch } from '../../schema/event/row.ts'
import { isBatchRefusedError } from '../../schema/intake/batch-refused.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import { type KeptFile, KeptFiles } from './kept-files.ts'
import type { QuarantineFolder } from './quarantine.ts'
import type { SpoolFolder } from './spool-folder.ts'
import type { Sink, SpooledFile } from './spooled-file.ts'

/** Why the store will never have a file. */
export type LossReason = 'corrupted' | 'store' | 'evicted'

/** Outcomes of spool files. Each file has exactly one. */
export interface DeliveryOutcomes {
  delivered(file: SpooledFile): void
  lost(file: SpooledFile, reason: LossReason): void
}

interface QueuedFile extends SpooledFile {
  /** How often the store refused it. */
  failures: number
  done: PromiseWithResolvers<void>
}

type Files = Pick<SpoolFolder, 'hasRoomForRefused' | 'isWhole' | 'quarantine' | 'read' | 'remove'>

const maxConcurrentInserts = 2
/** Limits of the files of one insert: larger inserts are cheaper per row. */
const maxGroupFiles = 48
const maxGroupBytes = 24 * 1024 * 1024
/**
 * Queued files of which the heap has more than the name: the descriptions of a spool of days would fill it.
 */
const maxDescribedFiles = 256
/** After an insert the next group waits as long as it took, at most this long. */
const maxPauseMs = 500
/** A file is inspected each time its failures reach a multiple of this. */
const inspectEveryFailures = 3
const noRoomForRefused =
  'there is no room for it in refused, whose files were acknowledged: look at these, and move or remove them.'

/**
 * Delivers spool files to the store in order, in two inserts at a time, until each succeeds. A failed file
 * waits and is retried alone, so it does not delay other files. Damaged files, and files that the store
 * refuses for good, are quarantined. When the quarantine has no room for refused files, they stay in the
 * spool until the operator removes some; a full spool stops intake.
 */
export class Delivery {
  readonly #sink: Sink
  readonly #files: Files
  readonly #outcomes: DeliveryOutcomes
  readonly #warn: (message: string) => void
  readonly #queue = new DeliveryQueue<QueuedFile>()
  /** Groups of files that the store is taking. */
  readonly #running = new Set<QueuedFile[]>()
  readonly #kept: KeptFiles
  /** Groups are given to the store in order, although some of their files have to be read first. */
  readonly #turns = pLimit(1)
  #timer: NodeJS.Timeout | undefined
  #stopped = false
  /** Resolves when no insert runs; undefined unless paused. */
  #pause: PromiseWithResolvers<void> | undefined
  /** Number of waiting calls of flush. */
  #flushes = 0

  /** Bytes of files that the store does not have yet. */
  pendingBytes = 0

  /** `maxKeptFiles`: number of delivered files to keep. */
  constructor(
    sink: Sink,
    files: Files,
    maxKeptFiles: number,
    outcomes: DeliveryOutcomes,
    warn: (message: string) => void,
  ) {
    this.#sink = sink
    this.#files = files
    this.#kept = new KeptFiles(maxKeptFiles)
    this.#outcomes = outcomes
    this.#warn = warn
  }

  /** Approximate number of unfinished inserts. */
  get backlog(): number {
    return this.#running.size + Math.ceil(this.#queue.size / maxGroupFiles)
  }

  /**
   * When the oldest event that the store does not have was received, Unix milliseconds. undefined: it has all
   * events. 0: in an earlier run.
   */
  get undeliveredSince(): number | undefined {
    let oldest: number | undefined
    for (const group of [this.#queue.heads(), ...this.#running])
      for (const { receivedAt = 0 } of group) oldest = Math.min(oldest ?? receivedAt, receivedAt)
    return oldest
  }

  get #queuedBytes(): number {
    let { pendingBytes } = this
    for (const group of this.#running) for (const file of group) pendingBytes -= file.bytes
    return pendingBytes
  }

  add(file: SpooledFile): void {
    this.pendingBytes += file.bytes
    const queued: QueuedFile = { ...file, failures: 0, done: Promise.withResolvers<void>() }
    if (this.#queue.size >= maxDescribedFiles) delete queued.batch
    this.#queue.add(queued)
    this.#next()
  }

  /**
   * Keeps a file that the store has, as with files delivered by this run. Removes the oldest kept files for
   * it; never rejects.
   */
  async keep({ name, bytes }: KeptFile): Promise<void> {
    for (const old of this.#kept.add({ name, bytes })) await this.#quietly(this.#files.remove(old))
  }

  /** Resolves when all files added before the call are delivered or lost. */
  async flush(): Promise<void> {
    const all = [...this.#queue, ...this.#running].flat().map(({ done }) => done.promise)
    this.#flushes++
    this.#next()
    await Promise.all(all)
    this.#flushes--
  }

  /** Drops the oldest files that no insert has, until `minBytes` are free or no files are left. */
  async evict(minBytes: number): Promise<void> {
    for (let gained = 0; gained < minBytes; ) {
      const file = this.#queue.takeOldest()
      if (file === undefined) return
      gained += file.bytes
      this.#end(file)
      this.#outcomes.lost(file, 'evicted')
      await this.#quietly(this.#files.remove(file.name))
    }
  }

  /**
   * Starts no delivery until `resume`. Resolves when the store has, or has refused, everything delivered
   * before.
   */
  async pause(): Promise<void> {
    this.#pause ??= Promise.withResolvers()
    if (this.#running.size === 0) this.#pause.resolve()
    await this.#pause.promise
  }

  resume(): void {
    this.#pause?.resolve()
    this.#pause = undefined
    this.#next()
  }

  /** Starts no further delivery, and ignores the outcome of running ones: the next start replays them. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  #next(): void {
    clearTimeout(this.#timer)
    if (this.#pause !== undefined) return
    while (this.#running.size < maxConcurrentInserts && !this.#stopped) {
      const now = performance.now()
      if (this.#flushes > 0 || this.#queuedBytes >= maxGroupBytes) this.#queue.holdUntil(0)
      const first = this.#queue.takeDue(now)
      if (first === undefined) break
      const group = this.#withFollowing(first)
      if (first.failures === 0) this.#queue.holdUntil(Number.POSITIVE_INFINITY)
      this.#running.add(group)
      void this.#deliver(group, now)
    }
    const due = this.#queue.dueAt
    if (due === undefined || this.#stopped || this.#running.size === maxConcurrentInserts) return
    if (due === Number.POSITIVE_INFINITY) return
    this.#timer = setTimeout(() => this.#next(), Math.max(1, due - performance.now()))
  }

  /** A file that failed before goes alone, so that it cannot make other files fail. */
  #withFollowing(first: QueuedFile): QueuedFile[] {
    const group = [first]
    if (first.failures > 0) return group
    let { bytes } = first
    while (group.length < maxGroupFiles) {
      const following = this.#queue.takeNextIf(file => bytes + file.bytes <= maxGroupBytes)
      if (following === undefined) break
      group.push(following)
      bytes += following.bytes
    }
    return group
  }

  /** `group` loses files that turn out to be damaged. */
  async #deliver(group: QueuedFile[], since: number): Promise<void> {
    try {
      const { taken } = await this.#turns(async () => {
        const batches = await this.#batchesOf(group)
        return { taken: this.#stopped || batches.length === 0 ? undefined : this.#sink(batches) }
      })
      await taken
      // The next start finds and records the files.
      if (this.#stopped) return
      this.#queue.recordSuccess()
      this.#ended(group, since)
      for (const file of group) {
        this.#end(file)
        this.#outcomes.delivered(file)
      }
      this.#next()
      for (const file of group) await this.keep(file)
    } catch (error) {
      if (this.#stopped) return
      await this.#failed(group, error)
      this.#ended(group, since)
      this.#next()
    }
  }

  /** Describes the files for the store. Quarantines damaged ones and takes them out of the group. */
  async #batchesOf(group: QueuedFile[]): Promise<SpoolBatch[]> {
    const batches: SpoolBatch[] = []
    for (const file of [...group]) {
      const batch = file.batch ?? (await this.#files.read(file.name, this.#warn))
      if (batch === undefined) {
        group.splice(group.indexOf(file), 1)
        await this.#quarantine(file, 'corrupted')
        continue
      }
      const isNew = file.failures === 0 && file.receivedAt !== undefined
      file.batch = batch
      batches.push({ ...batch, repeated: !isNew })
    }
    return batches
  }

  /** Holds the next group, so that small inserts take at most half of the time. */
  #ended(group: QueuedFile[], since: number): void {
    this.#running.delete(group)
    if (this.#running.size === 0) this.#pause?.resolve()
    const now = performance.now()
    this.#queue.holdUntil(now + Math.min(now - since, maxPauseMs))
  }

  async #failed(group: readonly QueuedFile[], error: unknown): Promise<void> {
    for (const file of group) file.failures++
    const losses = await Promise.all(group.map(file => this.#lossOf(file, error)))
    if (this.#stopped) return
    let hasRetries = false
    for (const [i, file] of group.entries()) {
      const loss = losses[i]
      if (loss !== undefined) {
        await this.#quarantine(file, loss, thrownText(error))
        continue
      }
      const isRefused = isBatchRefusedError(error) && file.failures >= inspectEveryFailures
      const why = isRefused ? `${noRoomForRefused} ${thrownText(error)}` : thrownText(error)
      this.#warn(`The store did not take ${file.name}, trying again: ${why}`)
      this.#queue.retryLater(file, file.failures, performance.now())
      hasRetries = true
    }
    if (hasRetries) this.#queue.recordFailure(performance.now())
  }

  /** Why the file itself cannot be delivered; undefined while a retry may succeed. */
  async #lossOf({ name, failures, bytes }: QueuedFile, error: unknown): Promise<LossReason | undefined> {
    if (failures % inspectEveryFailures !== 0) return undefined
    // A disk that cannot be read now may be readable later.
    if (!(await this.#files.isWhole(name).catch(() => true))) return 'corrupted'
    if (!isBatchRefusedError(error)) return undefined
    // A folder that cannot be read now may be readable later.
    return (await this.#files.hasRoomForRefused(bytes).catch(() => false)) ? 'store' : undefined
  }

  /** `refusal`: why the store refused it. */
  async #quarantine(file: QueuedFile, loss: LossReason, refusal = ''): Promise<void> {
    const { name } = file
    const folder = loss === 'corrupted' ? 'broken' : 'refused'
    const why = loss === 'corrupted' ? 'is not as it was written' : `was refused: ${refusal}`
    this.#warn(
      `The spool file ${name} ${why}; it was set aside into ${folder}, its events are not in the store`,
    )
    const move = async (): Promise<void> => {
      for (const old of await this.#files.quarantine(name, folder))
        this.#warn(quarantineRemovedMessage(old, folder))
    }
    await this.#quietly(move())
    this.#end(file)
    this.#outcomes.lost(file, loss)
  }

  /** The file is no longer in flight. */
  #end(file: QueuedFile): void {
    this.pendingBytes -= file.bytes
    file.done.resolve()
  }

  async #quietly(change: Promise<void>): Promise<void> {
    await change.catch(error => this.#warn(`A spool file cannot be moved or removed: ${thrownText(error)}`))
  }
}

/** The warning about a file that was removed from quarantine. */
export function quarantineRemovedMessage(name: string, folder: QuarantineFolder): string {
  return `There is no room in ${folder} for more: the oldest, ${name}, was removed; its events were counted when it was set aside`
}
