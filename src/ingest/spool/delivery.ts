import pLimit from 'p-limit'
import type { SpoolBatch } from '../../schema/event/row.ts'
import { isBatchRefusedError } from '../../schema/intake/batch-refused.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import { type KeptFile, KeptFiles } from './kept-files.ts'
import { findLoss, type LossReason, type Quarantine, retryMessage, setAside } from './lost-files.ts'
import type { SpoolFolder } from './spool-folder.ts'
import { allStored, type FileFailure, type Sink, type SlowOutcome, type SpooledFile } from './spooled-file.ts'

/** Called with the outcome of each spool file, once. After `stop`, the next start finds the outcome. */
export interface DeliveryOutcomes {
  delivered(file: SpooledFile): void
  lost(file: SpooledFile, reason: LossReason): void
}

/** Result of giving files to the store. For its parts, see FileFailure. */
interface Given {
  /** Number of stored files. */
  stored: number
  /** Names of the parts of the store that failed. */
  failed: ReadonlySet<string>
  /** For each slow file, a promise whether it was stored. */
  slow: readonly Promise<boolean>[]
}

interface QueuedFile extends SpooledFile {
  /** How often the store has not taken it. */
  failures: number
  /** The part of the store that failed last to take it, for its retry; see FileFailure. */
  part: string
  /** Whether the store has refused it while `refused` had no room for it. Never reset. */
  isHeld: boolean
  /** Resolved when the file is delivered, lost or held, for `flush`. */
  done: PromiseWithResolvers<void>
}

type Failure = Omit<FileFailure, 'sequence'>

type Files = Quarantine & Pick<SpoolFolder, 'read' | 'remove'>

/** Maximum groups of new files at the store at once, without retries and groups with only slow files left. */
const maxGroups = 2
/** With this many files at the store, most of them slow, it gets no new files, but retries. */
const maxRunning = 512
// Limits of the files of one insert. Larger inserts take less time per row.
const maxGroupFiles = 48
const maxGroupBytes = 24 * 1024 * 1024
/** Maximum queued files whose descriptions stay in memory. A spool of days would fill the heap. */
const maxDescribedFiles = 256
/** After an insert the next group waits for as long as the insert took, at most this long. */
const maxPauseMs = 500

/**
 * Delivers spool files to the store in order, in groups, until each file succeeds. A second group runs beside
 * the first while many bytes wait, or a caller of `flush`. A failed file is retried alone, beside the groups.
 * There is one retry at a time for each part of the store, so that neither failed files nor a slow part delay
 * other files. Damaged files and files that the store refuses for good go to quarantine. If quarantine has no
 * room for a refused file, the file is held in the spool until the operator makes room.
 */
export class Delivery {
  readonly #sink: Sink
  readonly #slowOutcome: SlowOutcome
  readonly #files: Files
  readonly #outcomes: DeliveryOutcomes
  readonly #warn: (message: string) => void
  readonly #queue = new DeliveryQueue<QueuedFile>()
  /** Files that are given to the store, until their outcome. */
  readonly #running = new Set<QueuedFile>()
  /** Number of running groups of new files, not counting groups of which only slow files are left. */
  #groups = 0
  readonly #kept: KeptFiles
  /** Gives groups to the store in order, although some of their files must be read first. */
  readonly #turns = pLimit(1)
  /** Calls #next when the next file is due. */
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  /** Resolves when no file is at the store any more, or by `resume`; undefined unless paused. */
  #pause: PromiseWithResolvers<void> | undefined
  /** Number of calls of `flush` that have not resolved. */
  #flushes = 0

  /** Bytes of files that the store does not have yet. */
  pendingBytes = 0

  /** `maxKeptFiles`: number of delivered files to keep. */
  constructor(
    { sink, slowOutcome = async () => undefined }: { sink: Sink; slowOutcome?: SlowOutcome | undefined },
    files: Files,
    maxKeptFiles: number,
    outcomes: DeliveryOutcomes,
    warn: (message: string) => void,
  ) {
    this.#sink = sink
    this.#slowOutcome = slowOutcome
    this.#files = files
    this.#kept = new KeptFiles(maxKeptFiles)
    this.#outcomes = outcomes
    this.#warn = warn
  }

  /** Approximate number of unfinished inserts. */
  get backlog(): number {
    return this.#groups + Math.ceil(this.#queue.size / maxGroupFiles)
  }

  /**
   * When the oldest undelivered event was received, Unix milliseconds. Ignores held files. Undefined: the
   * store has all events. 0: received by an earlier run.
   */
  get undeliveredSince(): number | undefined {
    let oldest: number | undefined
    for (const { receivedAt = 0, isHeld } of this.#oldestCandidates())
      if (!isHeld) oldest = Math.min(oldest ?? receivedAt, receivedAt)
    return oldest
  }

  get heldFiles(): number {
    let held = 0
    for (const { isHeld } of this.#oldestCandidates()) if (isHeld) held++
    return held
  }

  /** All files but the new ones behind the first: one of them is the oldest, and all held files are there. */
  *#oldestCandidates(): Iterable<QueuedFile> {
    yield* this.#queue.oldestCandidates()
    yield* this.#running
  }

  /** Bytes of all files that are not at the store. */
  get #queuedBytes(): number {
    let { pendingBytes } = this
    for (const { bytes } of this.#running) pendingBytes -= bytes
    return pendingBytes
  }

  add(file: SpooledFile): void {
    this.pendingBytes += file.bytes
    const done = Promise.withResolvers<void>()
    const queued: QueuedFile = { ...file, failures: 0, part: '', isHeld: false, done }
    if (this.#queue.size >= maxDescribedFiles) delete queued.description
    this.#queue.add(queued)
    this.#next()
  }

  /**
   * Leaves a delivered file in the spool folder, and removes older ones; see KeptFiles. Logs a failure
   * instead of rejecting.
   */
  async keep({ name, bytes }: KeptFile): Promise<void> {
    for (const old of this.#kept.add({ name, bytes })) await this.#quietly(this.#files.remove(old))
  }

  /** Resolves when all files added before the call are delivered, lost or held. */
  async flush(): Promise<void> {
    const queued = [...this.#queue, ...this.#running].map(({ done }) => done.promise)
    this.#flushes++
    this.#next()
    await Promise.all(queued)
    this.#flushes--
  }

  /** Drops the oldest files that are not at the store, until `minBytes` are free or no such file is left. */
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

  /** Starts no delivery until `resume`. Resolves when all running ones have ended, or by `resume`. */
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

  /** Starts no more deliveries. Ignores outcomes of running ones: the next start replays their files. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  get #mayStart(): boolean {
    return this.#groups < maxGroups && this.#running.size < maxRunning
  }

  /** Starts all deliveries that are due, and sets the timer for the next one. */
  #next(): void {
    clearTimeout(this.#timer)
    if (this.#pause !== undefined || this.#isStopped) return
    const now = performance.now()
    for (let retry = this.#queue.takeRetry(now); retry !== undefined; retry = this.#queue.takeRetry(now))
      void this.#retry(retry)
    while (this.#mayStart) {
      // Otherwise a group waits for the end of the previous one, and for the pause after it.
      if (this.#flushes > 0 || this.#queuedBytes >= maxGroupBytes) this.#queue.holdUntil(0)
      const first = this.#queue.takeNew(now)
      if (first === undefined) break
      const group = this.#withFollowing(first)
      // Until #deliver sets the end of the pause.
      this.#queue.holdUntil(Number.POSITIVE_INFINITY)
      void this.#deliver(group, now)
    }
    const retryDue = this.#queue.retryDueAt ?? Number.POSITIVE_INFINITY
    const newDue = this.#queue.newDueAt ?? Number.POSITIVE_INFINITY
    const due = this.#mayStart ? Math.min(retryDue, newDue) : retryDue
    if (due !== Number.POSITIVE_INFINITY)
      this.#timer = setTimeout(() => this.#next(), Math.max(1, due - performance.now()))
  }

  /** A group of `first` and the files after it, up to the limits of an insert. */
  #withFollowing(first: QueuedFile): QueuedFile[] {
    const group = [first]
    let { bytes } = first
    while (group.length < maxGroupFiles) {
      const following = this.#queue.takeNextIf(file => bytes + file.bytes <= maxGroupBytes)
      if (following === undefined) break
      group.push(following)
      bytes += following.bytes
    }
    return group
  }

  /** Delivers a file that has failed before, alone, so that it cannot make other files fail. */
  async #retry(file: QueuedFile): Promise<void> {
    const { part } = file
    const { stored, slow } = await this.#give([file])
    const [isStoredLate = false] = await Promise.all(slow)
    if (this.#isStopped) return
    if (stored > 0 || isStoredLate) this.#queue.recordSuccess(part)
    this.#queue.endRetry(part)
    this.#next()
  }

  /** Delivers a group of new files. */
  async #deliver(group: QueuedFile[], startedAt: number): Promise<void> {
    this.#groups++
    const { stored, failed, slow } = await this.#give(group)
    // The next start finds these files and records their outcome.
    if (this.#isStopped) return
    this.#groups--
    // Delays the next group, so that small inserts take at most half of the time.
    const now = performance.now()
    this.#queue.holdUntil(now + Math.min(now - startedAt, maxPauseMs))
    if (stored > 0) this.#queue.recordSuccess()
    else if (slow.length === 0 && failed.has('')) this.#queue.delayNew(now)
    this.#next()
  }

  /**
   * Gives files to the store, and handles their outcomes, except for slow files. Resolves when the store can
   * take other files.
   */
  async #give(group: QueuedFile[]): Promise<Given> {
    for (const file of group) this.#running.add(file)
    const failures = new Map<QueuedFile, Failure>()
    const slow = new Set<QueuedFile>()
    try {
      // In an object, since the turn would otherwise last until the sink resolves.
      const { taken } = await this.#turns(async () => {
        const batches = await this.#batchesOf(group)
        return { taken: this.#isStopped || batches.length === 0 ? allStored : this.#sink(batches) }
      })
      const outcome = await taken
      const bySequence = new Map(group.map(file => [file.description?.sequence, file]))
      for (const { sequence, ...failure } of outcome.failed) {
        const file = bySequence.get(sequence)
        if (file !== undefined) failures.set(file, failure)
      }
      for (const sequence of outcome.slow) {
        const file = bySequence.get(sequence)
        if (file !== undefined) slow.add(file)
      }
    } catch (error) {
      for (const file of group) failures.set(file, failureOf(error))
    }
    if (this.#isStopped) return { stored: 0, failed: new Set(), slow: [] }
    const slowOutcomes = [...slow].map(file => this.#endSlow(file))
    const stored = group.filter(file => !failures.has(file) && !slow.has(file))
    this.#delivered(stored)
    return { stored: stored.length, failed: await this.#failed(failures), slow: slowOutcomes }
  }

  /** Waits for the outcome of a slow file and handles it. Resolves with whether the file was stored. */
  async #endSlow(file: QueuedFile): Promise<boolean> {
    const failure = await this.#slowOutcome(file.description?.sequence ?? 0).catch(failureOf)
    if (this.#isStopped) return false
    if (failure === undefined) this.#delivered([file])
    else await this.#failed(new Map([[file, failure]]))
    this.#next()
    return failure === undefined
  }

  /** Ends stored files, and keeps them for the next start; see `keep`. */
  #delivered(files: readonly QueuedFile[]): void {
    for (const file of files) {
      this.#end(file)
      this.#outcomes.delivered(file)
    }
    void this.#keepAll(files)
  }

  async #keepAll(files: readonly QueuedFile[]): Promise<void> {
    for (const file of files) await this.keep(file)
  }

  /** Describes files for the store. Puts damaged ones into quarantine and removes them from the group. */
  async #batchesOf(group: QueuedFile[]): Promise<SpoolBatch[]> {
    const batches: SpoolBatch[] = []
    for (const file of [...group]) {
      const description = file.description ?? (await this.#files.read(file.name, this.#warn))
      if (description === undefined) {
        group.splice(group.indexOf(file), 1)
        await this.#quarantine(file, 'corrupted')
        continue
      }
      file.description = description
      // Files without `receivedAt` are of earlier runs, which may have given them to the store.
      const repeated = file.failures > 0 || file.receivedAt === undefined
      batches.push({ ...description, repeated })
    }
    return batches
  }

  /** Queues failed files for a retry, unless they are lost. Returns the parts that failed. */
  async #failed(failures: ReadonlyMap<QueuedFile, Failure>): Promise<ReadonlySet<string>> {
    for (const file of failures.keys()) file.failures++
    const inspected = await Promise.all(
      [...failures].map(async ([file, failure]) => ({
        file,
        failure,
        loss: await findLoss(this.#files, file, failure.isRefused),
      })),
    )
    const now = performance.now()
    // A part that refuses a file works, so its other files need no delay.
    const failing = [...failures.values()].filter(({ isRefused }) => !isRefused)
    for (const part of new Set(failing.map(({ part }) => part))) this.#queue.delayPart(part, now)
    const parts = new Set<string>()
    for (const { file, failure, loss } of inspected) {
      if (this.#isStopped) break
      const { part, message } = failure
      if (loss === 'held') {
        file.isHeld = true
        file.done.resolve()
      } else if (loss !== undefined) {
        await this.#quarantine(file, loss, message)
        continue
      }
      this.#warn(retryMessage(file, failure))
      parts.add(part)
      file.part = part
      this.#removeRunning(file)
      if (this.#queue.size >= maxDescribedFiles) delete file.description
      this.#queue.retryLater(file, file.failures, part, now)
    }
    return parts
  }

  async #quarantine(file: QueuedFile, loss: LossReason, refusal = ''): Promise<void> {
    await this.#quietly(setAside(this.#files, file.name, loss, refusal, this.#warn))
    this.#end(file)
    this.#outcomes.lost(file, loss)
  }

  /** Ends a file that has an outcome. */
  #end(file: QueuedFile): void {
    this.pendingBytes -= file.bytes
    file.done.resolve()
    this.#removeRunning(file)
  }

  /** Removes a file that is no longer at the store from the running ones. Resolves a pause after the last. */
  #removeRunning(file: QueuedFile): void {
    this.#running.delete(file)
    if (this.#running.size === 0) this.#pause?.resolve()
  }

  async #quietly(change: Promise<void>): Promise<void> {
    await change.catch(error => this.#warn(`A spool file cannot be moved or removed: ${thrownText(error)}`))
  }
}

/** Converts an error of the store into the failure of all files of a group. */
function failureOf(error: unknown): Failure {
  return { message: thrownText(error), isRefused: isBatchRefusedError(error), part: '' }
}
