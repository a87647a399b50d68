import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { thrownText } from '../../schema/thrown-text.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { Batch } from './batch.ts'
import { Commit, shouldCommit } from './commit.ts'
import type { Delivery } from './delivery.ts'
import type { CommitFile } from './file-commit.ts'
import type { IdempotentAnswer } from './idempotency-log.ts'
import { splitManifest } from './split-manifest.ts'
import type { SpoolFolder } from './spool-folder.ts'
import { matchesName } from './spool-name.ts'
import { describeFile } from './spooled-file.ts'

/** Limits of batches and of the spool. */
export interface SpoolBounds {
  /** A batch is cut at this many rows or bytes. While a commit runs, the open one may take twice as many. */
  maxBatchRows: number
  maxBatchBytes: number
  /** Maximum bytes, on disk and in memory, that the store does not have yet. Above it, the policy applies. */
  maxSpoolBytes: number
  /** What a full spool does: refuses events (default), or drops its oldest file. */
  policy?: 'refuse' | 'drop_oldest'
  /** Below this many free bytes of the disk nothing is accepted. Default: 0. */
  minFreeBytes?: number
  /** Number of delivered files to keep; see KeptFiles. */
  maxKeptFiles: number
  /** If writing fails for this long, callers that wait for an acknowledgement are refused. Default: 5,000. */
  timeoutMs?: number
}

/**
 * Trigger keys (the values that triggers count) at which a batch is cut: old events of many hours, arriving
 * at once, would add too many.
 */
const maxTriggerKeys = 10_000
/**
 * While a commit runs, the open batch accepts no more than this. An event may add one key for each of many
 * triggers, and all must be counted.
 */
const maxOpenTriggerKeys = 200_000
/** Interval at which an open batch is checked. */
const tickMs = 10
const minRetryMs = 250
const maxRetryMs = 5_000
const defaultTimeoutMs = 5_000

/** Writes spool files by group commit: one batch takes events while the previous one is written. */
export class SpoolWriter {
  readonly #folder: SpoolFolder
  readonly #delivery: Delivery
  readonly #ledger: Pick<Ledger, 'takeManifest'>
  readonly #bounds: SpoolBounds
  readonly #onCapacity: () => void
  readonly #warn: (message: string) => void
  readonly #disk: DiskSpace
  /** Takes events. */
  #open: Commit
  /** The commit that is being written. */
  #running: Commit | undefined
  /** The batch that was written last, emptied: the next commit reuses its memory. */
  #spare: Batch | undefined
  #timer: NodeJS.Timeout | undefined
  /** Whether the last attempt to write has failed. */
  #isFailing = false

  /** `onCapacity`: called when `isSaturated` may have become false. */
  constructor(
    folder: SpoolFolder,
    delivery: Delivery,
    ledger: Pick<Ledger, 'takeManifest'>,
    bounds: SpoolBounds,
    onCapacity: () => void,
    warn: (message: string) => void,
  ) {
    this.#folder = folder
    this.#delivery = delivery
    this.#ledger = ledger
    this.#bounds = bounds
    this.#onCapacity = onCapacity
    this.#warn = warn
    this.#disk = new DiskSpace(folder.path, bounds.minFreeBytes ?? 0, warn)
    this.#open = new Commit(new Batch())
  }

  /** The open batch. Do not keep it beyond `eventsAppended`, which may cut it. */
  get batch(): Batch {
    return this.#open.batch
  }

  /** Free bytes of the disk; null if unknown. */
  get freeBytes(): number | null {
    return this.#disk.freeBytes
  }

  /** Bytes that the store does not have yet, in memory and on disk. */
  get bytes(): number {
    return this.#open.batch.bytes + (this.#running?.batch.bytes ?? 0) + this.#delivery.pendingBytes
  }

  /**
   * When the oldest event that the store does not have was received, Unix milliseconds. Undefined: it has all
   * events. 0: received by an earlier run.
   */
  get undeliveredSince(): number | undefined {
    // Oldest first: files at the delivery, the batch that is being written, the open batch.
    return this.#delivery.undeliveredSince ?? this.#running?.receivedAt ?? this.#open.receivedAt
  }

  /** Whether no further event may be accepted. */
  get isSaturated(): boolean {
    if (this.#isFailing || this.#disk.isLow) return true
    const { batch } = this.#open
    const { maxBatchRows, maxBatchBytes, maxSpoolBytes, policy } = this.#bounds
    if (policy !== 'drop_oldest' && this.bytes > maxSpoolBytes) return true
    if (this.#running === undefined) return false
    const { rows, bytes, triggerKeys } = batch
    return rows > 2 * maxBatchRows || bytes > 2 * maxBatchBytes || triggerKeys > maxOpenTriggerKeys
  }

  /** Call it once after adding a chunk of events to the batch. */
  eventsAppended(): void {
    const open = this.#open
    open.appended()
    if (this.#running !== undefined) return
    if (this.#isFull(open.batch)) this.#cut()
    else this.#timer ??= setTimeout(this.#tick, tickMs)
  }

  /**
   * Adds the answer to an idempotent request. It becomes durable together with the events of the open batch.
   */
  rememberAnswer(answer: IdempotentAnswer): void {
    this.#open.batch.answers.push(answer)
    this.eventsAppended()
  }

  /**
   * Resolves when all events accepted before the call are synced. Rejects with SpoolUnavailableError.
   * `events`: number of the caller's events.
   */
  whenCommitted(events: number): Promise<void> {
    const open = this.#open
    const { batch } = open
    if (batch.events === 0 && batch.answers.length === 0) return this.#running?.done ?? Promise.resolve()
    const done = open.wait(events)
    this.#tick()
    return done
  }

  /** Commits the open batch as soon as no other commit runs. */
  async flush(): Promise<void> {
    const committed = this.whenCommitted(0)
    this.#open.expedite()
    this.#tick()
    await committed
  }

  /** Cuts the open batch if it is due; otherwise checks again soon. */
  readonly #tick = (): void => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const open = this.#open
    if (!open.hasContent || this.#running !== undefined) return
    if (this.#isFull(open.batch) || shouldCommit(open.state(this.#delivery.backlog))) this.#cut()
    else this.#timer = setTimeout(this.#tick, tickMs)
  }

  #isFull(batch: Batch): boolean {
    const { maxBatchRows, maxBatchBytes } = this.#bounds
    return batch.rows >= maxBatchRows || batch.bytes >= maxBatchBytes || batch.triggerKeys >= maxTriggerKeys
  }

  /** Closes the open batch, starts to write it, and opens the next one. */
  #cut(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const commit = this.#open
    commit.manifest = this.#ledger.takeManifest()
    this.#running = commit
    this.#open = new Commit(this.#spare ?? new Batch())
    this.#spare = undefined
    void this.#commit(commit)
  }

  /**
   * Writes a batch, then passes its files to the delivery and keeps its memory for the next batch. A batch
   * has one file for each span of event time (8 days).
   */
  async #commit(commit: Commit): Promise<void> {
    const { batch } = commit
    const files = await batch.finish()
    const names = this.#folder.names(files.length)
    const manifests = splitManifest(commit.manifest, files)
    const commitFiles = files.map((rows, i) => {
      const matches = rows.matches?.encode()
      return { name: names[i] ?? '', rows, manifest: manifests[i] ?? [], ...(matches && { matches }) }
    })
    await this.#persist(commit, commitFiles)
    commit.synced()
    for (const { name, rows, manifest, matches } of commitFiles) {
      const folder = this.#folder.path
      const description = describeFile(path.join(folder, name), rows)
      if (matches) description.matches = path.join(folder, matchesName(name))
      const bytes = rows.buffer.length + (matches?.length ?? 0)
      const file = { name, description, bytes, manifest }
      const { receivedAt } = commit
      this.#delivery.add(receivedAt === undefined ? file : { ...file, receivedAt })
    }
    const excess = this.#delivery.pendingBytes - this.#bounds.maxSpoolBytes
    if (this.#bounds.policy === 'drop_oldest' && excess > 0) await this.#delivery.evict(excess)
    batch.reset()
    this.#spare = batch
    this.#running = undefined
    this.#onCapacity()
    this.#tick()
  }

  /** Called every second, so that `isSaturated` knows when the disk is full. */
  async checkDiskSpace(): Promise<void> {
    const wasLow = this.#disk.isLow
    await this.#disk.check()
    if (wasLow && !this.#disk.isLow) this.#onCapacity()
  }

  /** Writes until it succeeds. */
  async #persist(commit: Commit, files: readonly CommitFile[]): Promise<void> {
    const startedAt = performance.now()
    const { timeoutMs = defaultTimeoutMs } = this.#bounds
    const persist = this.#folder.begin(files, commit.batch.answers)
    for (let wait = minRetryMs; ; wait = Math.min(wait * 2, maxRetryMs)) {
      try {
        await persist()
        this.#isFailing = false
        return
      } catch (error) {
        this.#isFailing = true
        const reason = thrownText(error)
        this.#warn(`Cannot write the spool; trying again: ${reason}`)
        // Only the callers that wait now are refused: the events stay, and are written once that is possible.
        if (performance.now() - startedAt + wait > timeoutMs) {
          commit.refuse(reason)
          this.#open.refuse(reason)
          this.#open.renewPromise()
        }
        await delay(wait)
      }
    }
  }
}

/** Watches the free space of a disk: low once below `minFreeBytes`, until it is a tenth above it again. */
class DiskSpace {
  readonly #folder: string
  readonly #minFreeBytes: number
  readonly #warn: (message: string) => void
  isLow = false
  /** Null before the first check, and if statfs fails. */
  freeBytes: number | null = null

  constructor(folder: string, minFreeBytes: number, warn: (message: string) => void) {
    this.#folder = folder
    this.#minFreeBytes = minFreeBytes
    this.#warn = warn
  }

  /** If statfs fails, the disk counts as having room; a full disk then makes the write fail. */
  async check(): Promise<void> {
    const free = await statfs(this.#folder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => Number.POSITIVE_INFINITY,
    )
    this.freeBytes = Number.isFinite(free) ? free : null
    const isLow = free < (this.isLow ? this.#minFreeBytes * 1.1 : this.#minFreeBytes)
    if (isLow === this.isLow) return
    this.isLow = isLow
    const disk = `The disk of ${this.#folder}`
    const freeText = `${Math.floor(free / 1024 ** 2)} MiB are free`
    if (isLow) this.#warn(`${disk} is full: ${freeText}. No events are accepted until there is room`)
    else if (this.freeBytes !== null) this.#warn(`${disk} has room again: ${freeText}`)
    else
      this.#warn(`The free space of the disk of ${this.#folder} cannot be measured; accepting events again`)
  }
}
