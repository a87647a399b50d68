import path from 'node:path'
import { isRefusedBatch } from '../../schema/refused-batch.ts'
import type { SpoolBatch } from '../../schema/row.ts'
import type { Manifest } from '../ledger/ledger.ts'
import type { SpoolFolder } from './folder.ts'
import { Queue } from './queue.ts'
import type { Aside } from './set-aside.ts'

/** Takes spool files into the store, each exactly once however often it is given. */
export type Sink = (batches: readonly SpoolBatch[]) => Promise<void>

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
/** What waits goes to the store together, so many files and bytes at most: larger inserts are cheaper. */
const mostTogether = 48
const bytesTogether = 24 * 1024 * 1024
/** After an insert what is less than that waits as long as it took, at most so many milliseconds. */
const longestPause = 500
const keptBytes = 64 * 1024 * 1024
const keptAtLeast = 4
/** A file is looked at when the store has not taken it so often, and again after as many times. */
const inspectedAfter = 3

/**
 * Hands spool files to the store, in order, in two inserts at a time, each again until it is taken. What the store does not take waits
 * aside, so that it holds nobody up, and comes again by itself. A file that was damaged on disk, or that the store calls unreadable, is set aside for good.
 */
export class Delivery {
  readonly #sink: Sink
  readonly #files: Files
  readonly #keptFiles: number
  readonly #outcomes: Outcomes
  readonly #warn: (message: string) => void
  readonly #queue = new Queue<Underway>()
  /** What goes together. */
  readonly #running = new Set<readonly Underway[]>()
  readonly #kept: { name: string; bytes: number }[] = []
  #timer: NodeJS.Timeout | undefined
  #stopped = false
  /** How many wait until all is delivered. */
  #waiting = 0
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

  /** Inserts that the store has yet to finish, about. */
  get backlog(): number {
    return this.#running.size + Math.ceil(this.#queue.size / mostTogether)
  }

  get #queuedBytes(): number {
    let { bytes } = this
    for (const together of this.#running) for (const parcel of together) bytes -= parcel.bytes
    return bytes
  }

  add(parcel: Parcel): void {
    this.bytes += parcel.bytes
    const name = path.basename(parcel.batch.file)
    this.#queue.add({ ...parcel, name, failures: 0, done: Promise.withResolvers<void>() })
    this.#next()
  }

  /** Resolves when none of the files added before the call is on its way any more. */
  async delivered(): Promise<void> {
    const all = [...this.#queue, ...this.#running].flat().map(({ done }) => done.promise)
    this.#waiting++
    this.#next()
    await Promise.all(all)
    this.#waiting--
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
      const now = performance.now()
      if (this.#waiting > 0 || this.#queuedBytes >= bytesTogether) this.#queue.hold(0)
      const first = this.#queue.next(now)
      if (first === undefined) break
      const together = this.#withFollowing(first)
      if (first.failures === 0) this.#queue.hold(Number.POSITIVE_INFINITY)
      this.#running.add(together)
      void this.#deliver(together, now)
    }
    const due = this.#queue.dueAt
    if (due === undefined || this.#stopped || this.#running.size === concurrency) return
    if (due === Number.POSITIVE_INFINITY) return
    this.#timer = setTimeout(() => this.#next(), Math.max(1, due - performance.now()))
  }

  /** What has failed before goes alone: if it is at fault, the others are not. */
  #withFollowing(first: Underway): readonly Underway[] {
    const together = [first]
    if (first.failures > 0) return together
    let { bytes } = first
    while (together.length < mostTogether) {
      const following = this.#queue.nextIf(parcel => bytes + parcel.bytes <= bytesTogether)
      if (following === undefined) break
      together.push(following)
      bytes += following.bytes
    }
    return together
  }

  async #deliver(together: readonly Underway[], since: number): Promise<void> {
    try {
      await this.#sink(
        together.map(({ batch, failures }) => (failures === 0 ? batch : { ...batch, repeated: true })),
      )
      // What is not told any more is found, and told, at the next start.
      if (this.#stopped) return
      this.#queue.succeeded()
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
  #ended(together: readonly Underway[], since: number): void {
    this.#running.delete(together)
    const now = performance.now()
    this.#queue.hold(now + Math.min(now - since, longestPause))
  }

  async #failed(together: readonly Underway[], error: unknown): Promise<void> {
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
      this.#queue.putBack(parcel, parcel.failures, performance.now())
      isAgain = true
    }
    if (isAgain) this.#queue.failed(performance.now())
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
    await this.#quietly(
      this.#files.setAside(name, aside).then(removed => {
        for (const old of removed) this.#warn(removedAside(old, aside))
      }),
    )
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

/** What is said of a file that was removed from where it had been set aside. */
export function removedAside(name: string, aside: Aside): string {
  return `There is no room in ${aside} for more: the oldest, ${name}, was removed; its events were counted when it was set aside`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
