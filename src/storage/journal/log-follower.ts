import type { LogEntry, LogPlace, LogStart, PendingFile, SharedLog } from '../../schema/store/shared-log.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import { AppendingNodes } from './appending-nodes.ts'
import type { StoreJournal } from './journal.ts'
import { decodeBatch, decodeDrop, type LoggedBatch } from './logged-batch.ts'

/** How often the log is read without a notification. */
const pollMs = 1_000

export interface FollowerOptions {
  log: SharedLog
  journal: StoreJournal
  start: LogStart
  /** Called when entries of the log are lost: rereads what is known of the table apart from the journal. */
  reload: () => Promise<void>
  /**
   * Called with other processes' batches right before the journal reports them as readable. Begins to read
   * them: nothing waits for it here, since the log must be applied also while the table cannot be read.
   */
  received?: (batches: readonly LoggedBatch[]) => void
  warn: (message: string) => void
}

/**
 * Applies the log that several processes share to the journal of this process, in order. Reads call `catchUp`
 * before they use what is in memory, and after each statement: a batch is in the log before its rows are
 * readable, so every batch that the statement may have seen is known by then.
 */
export class LogFollower {
  readonly #options: FollowerOptions
  /** Batches that have begun and not ended, by number. */
  readonly #pending = new Map<number, LoggedBatch>()
  /** This process's batches that have not ended: their rows come from its spool files. */
  readonly #own = new Set<number>()
  /** The highest batch that has begun, including batches that the log has lost since. */
  #highest = 0
  /** The place in the log after the applied entries. */
  #place: LogPlace
  /** See `joins`. */
  #joins: number
  /** Whether entries may be lost and the state has not been read again, perhaps since a reload failed. */
  #isLost = false
  /** The current run of `#apply`. */
  #running: Promise<void> | undefined
  /** The run after it, for calls of `catchUp` during the current one. */
  #next: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  readonly #appending: AppendingNodes
  /** Whether the last run that was not for a read failed, which was logged. */
  #hasFailed = false

  constructor(options: FollowerOptions) {
    this.#options = options
    this.#place = options.start
    this.#joins = options.start.joins
    this.#appending = new AppendingNodes(options.log.ownRemainder.by)
  }

  /** See AppendingNodes.groupMs. */
  get groupMs(): number {
    return this.#appending.groupMs
  }

  /** How many times processes have joined, according to the log as applied. */
  get joins(): number {
    return this.#joins
  }

  /** The highest batch number known to be assigned. */
  get highest(): number {
    return Math.max(this.#highest, this.#options.journal.mark().batch)
  }

  /** Begins to follow. Call it once everything listens to the journal. Calls `onPoll` each second. */
  start(onPoll: () => void): void {
    this.#addPending(this.#options.start.pending)
    this.#options.log.listen(() => void this.#catchUpOrWarn())
    this.#timer = setInterval(() => {
      void this.#catchUpOrWarn()
      onPoll()
    }, pollMs)
    this.#timer.unref()
  }

  /** Resolves once the log is closed and no entry is being applied. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#options.log.close()
    await Promise.allSettled([this.#running, this.#next])
  }

  /** Marks the batch as this process's own. */
  addOwn(number: number): void {
    this.#own.add(number)
    this.#highest = Math.max(this.#highest, number)
  }

  /** Whether a batch has begun and not ended, according to the log as applied. */
  hasBegun(number: number): boolean {
    return this.#pending.has(number)
  }

  /** Whether a batch of this process has ended, according to the log as applied. */
  hasEnded(number: number): boolean {
    return !this.#own.has(number)
  }

  /** Applies all entries in the log at the time of the call. Rejects with a Fault while it cannot be read. */
  catchUp(): Promise<void> {
    if (this.#running === undefined) {
      this.#running = this.#apply().finally(() => {
        this.#running = undefined
      })
      return this.#running
    }
    // The current run may have read the log before the call.
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
      const unread = this.#isLost ? undefined : await this.#options.log.read(this.#place)
      if (unread === undefined) return await this.#rejoin()
      const { entries, joins, hasMore, ...place } = unread
      this.#joins = joins
      this.#receive(entries)
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
      // The batch is known: `join` returns batches that began earlier, and the log has the later beginnings.
      else if (batch !== undefined)
        journal.end({ sequence: number, rows: batch.rows, minutes: batch.minutes })
    }
  }

  #begin(number: number, isRepeated: boolean, body: string): void {
    const batch = decodeBatch(number, body)
    this.#appending.begun(number)
    this.#highest = Math.max(this.#highest, number)
    this.#pending.set(number, batch)
    this.#options.journal.begin({ ...batch, sequence: number, repeated: isRepeated })
  }

  #addPending(pending: readonly PendingFile[]): void {
    for (const { batch, isRepeated, body } of pending)
      if (!this.#pending.has(batch)) this.#begin(batch, isRepeated, body)
  }

  /** Calls `received` with the other processes' batches that end in these entries. */
  #receive(entries: readonly LogEntry[]): void {
    const { received } = this.#options
    if (received === undefined) return
    const ended = entries.filter(({ kind, batch }) => kind === 'end' && !this.#own.has(batch))
    // A batch may also have begun in these entries.
    const bodies = new Map(
      entries.filter(({ kind }) => kind === 'begin').map(({ batch, body }) => [batch, body]),
    )
    const batches = ended.flatMap(({ batch }) => {
      const body = bodies.get(batch)
      const known = this.#pending.get(batch) ?? (body === undefined ? undefined : decodeBatch(batch, body))
      return known === undefined ? [] : [known]
    })
    if (batches.length > 0) received(batches)
  }

  /** Until the reload succeeds, the state counts as lost. */
  async #reload(): Promise<void> {
    this.#isLost = true
    await this.#options.reload()
    this.#isLost = false
  }

  /**
   * Joins again after entries were lost: takes the current state of the log, since anything may have changed.
   */
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

  /** Never rejects: reads report the failure themselves. */
  async #catchUpOrWarn(): Promise<void> {
    try {
      await this.catchUp()
      this.#hasFailed = false
    } catch (error) {
      if (!this.#hasFailed) this.#options.warn(`the log of appends cannot be read: ${thrownText(error)}`)
      this.#hasFailed = true
    }
  }
}
