import type { LogEntry, LogPlace, LogStart, PendingFile, SharedLog } from '../../schema/shared-log.ts'
import type { StoreJournal } from './journal.ts'
import { decodeBatch, decodeDrop, type LoggedBatch } from './logged-batch.ts'

/** How often the log is read when nothing is heard of it. */
const pollMs = 1_000

export interface FollowerOptions {
  log: SharedLog
  journal: StoreJournal
  start: LogStart
  /** Entries of the log are gone: reads anew what is known of the table and does not follow the journal. */
  reload: () => Promise<void>
  /** Called with batches of other processes before the journal says that they are readable. */
  received?: (batches: readonly LoggedBatch[]) => Promise<void>
  warn: (message: string) => void
}

/**
 * Applies the log that several processes share to the journal of this one, in its order. Reads call `catchUp` before they look at what is in
 * memory, and after each statement: a batch is in the log before its rows are readable, so what a statement may have seen is known then.
 */
export class LogFollower {
  readonly #options: FollowerOptions
  /** Batches that have begun and not ended, by number. */
  readonly #pending = new Map<number, LoggedBatch>()
  readonly #own = new Set<number>()
  /** Of all that have begun, here also those that the log has lost since. */
  #highest = 0
  #place: LogPlace
  #joins: number
  #isLost = false
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #hasFailed = false

  constructor(options: FollowerOptions) {
    this.#options = options
    this.#place = options.start
    this.#joins = options.start.joins
  }

  /** How many times processes have joined, as far as the log was applied. */
  get joins(): number {
    return this.#joins
  }

  /** The highest number of a batch that is known to have been given. */
  get highest(): number {
    return Math.max(this.#highest, this.#options.journal.mark().batch)
  }

  /** Begins to follow, once everything listens to the journal. `onPoll` is called each second. */
  start(onPoll: () => void): void {
    this.#addPending(this.#options.start.pending)
    this.#options.log.listen(() => void this.#look())
    this.#timer = setInterval(() => {
      void this.#look()
      onPoll()
    }, pollMs)
    this.#timer.unref()
  }

  /** Resolves once the log is closed and nothing is applied any longer. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#options.log.close()
    await Promise.allSettled([this.#running, this.#next])
  }

  /** This process appends the batch: its rows come from its spool file. */
  addOwn(number: number): void {
    this.#own.add(number)
    this.#highest = Math.max(this.#highest, number)
  }

  /** Whether a batch is under way, as far as the log was applied. */
  hasBegun(number: number): boolean {
    return this.#pending.has(number)
  }

  /** Whether a batch of this process has ended, as far as the log was applied. */
  hasEnded(number: number): boolean {
    return !this.#own.has(number)
  }

  /** Applies everything that is in the log at the time of the call. Rejects with a Fault while the log cannot be read. */
  catchUp(): Promise<void> {
    if (this.#running === undefined) {
      this.#running = this.#apply().finally(() => {
        this.#running = undefined
      })
      return this.#running
    }
    // What runs may have read the log before the call.
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined
        return this.catchUp()
      })
    return this.#next
  }

  async #apply(): Promise<void> {
    for (;;) {
      const news = this.#isLost ? undefined : await this.#options.log.read(this.#place)
      if (news === undefined) return await this.#rejoin()
      const { entries, joins, hasMore, ...place } = news
      this.#joins = joins
      await this.#receive(entries)
      for (const entry of entries) this.#applyEntry(entry)
      this.#place = place
      if (entries.some(({ kind }) => kind === 'forget')) await this.#reload()
      if (!hasMore) return
    }
  }

  #applyEntry({ kind, batch: number, isRepeated, body }: LogEntry): void {
    const { journal } = this.#options
    if (kind === 'forget') journal.forget(number)
    else if (kind === 'drop') {
      const { span, windowSeconds, isPartial = false } = decodeDrop(body)
      if (isPartial) journal.delete(span, windowSeconds)
      else journal.drop(span, windowSeconds)
    } else if (kind === 'begin') this.#begin(number, isRepeated, body)
    else {
      const batch = this.#pending.get(number)
      this.#pending.delete(number)
      this.#own.delete(number)
      if (kind === 'abandon') journal.abandon(number)
      // Whoever has the place of a beginning has the beginning.
      else if (batch !== undefined)
        journal.end({ sequence: number, rows: batch.rows, minutes: batch.minutes })
    }
  }

  #begin(number: number, isRepeated: boolean, body: string): void {
    const batch = decodeBatch(number, body)
    this.#highest = Math.max(this.#highest, number)
    this.#pending.set(number, batch)
    this.#options.journal.begin({ ...batch, sequence: number, repeated: isRepeated })
  }

  #addPending(pending: readonly PendingFile[]): void {
    for (const { batch, isRepeated, body } of pending)
      if (!this.#pending.has(batch)) this.#begin(batch, isRepeated, body)
  }

  async #receive(entries: readonly LogEntry[]): Promise<void> {
    const { received } = this.#options
    if (received === undefined) return
    const ended = entries.filter(({ kind, batch }) => kind === 'end' && !this.#own.has(batch))
    // One may have begun in these entries, too.
    const bodies = new Map(
      entries.filter(({ kind }) => kind === 'begin').map(({ batch, body }) => [batch, body]),
    )
    const batches = ended.flatMap(({ batch }) => {
      const body = bodies.get(batch)
      const known = this.#pending.get(batch) ?? (body === undefined ? undefined : decodeBatch(batch, body))
      return known === undefined ? [] : [known]
    })
    if (batches.length > 0) await received(batches)
  }

  /** Until it succeeds, nothing is certain. */
  async #reload(): Promise<void> {
    this.#isLost = true
    await this.#options.reload()
    this.#isLost = false
  }

  /** Takes the present state of the log: nothing of before is certain. */
  async #rejoin(): Promise<void> {
    const { log, journal, reload, warn } = this.#options
    if (!this.#isLost)
      warn('the log of appends may have lost what this node had not read; it forgets its counts and rows')
    this.#isLost = true
    const start = await log.join(this.highest)
    const stillPending = new Set(start.pending.map(({ batch }) => batch))
    for (const number of this.#pending.keys()) {
      if (stillPending.has(number)) continue
      this.#pending.delete(number)
      journal.abandon(number)
    }
    journal.forget(start.highest)
    await reload()
    this.#addPending(start.pending)
    this.#place = { position: start.position, token: start.token }
    this.#joins = start.joins
    this.#isLost = false
  }

  /** Never rejects: reads tell of the failure themselves. */
  async #look(): Promise<void> {
    try {
      await this.catchUp()
      this.#hasFailed = false
    } catch (error) {
      if (!this.#hasFailed)
        this.#options.warn(
          `the log of appends cannot be read: ${error instanceof Error ? error.message : error}`,
        )
      this.#hasFailed = true
    }
  }
}
