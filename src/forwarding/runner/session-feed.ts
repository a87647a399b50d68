import { pause } from '../../async/until.ts'
import { parseFilter } from '../../filter/parse/parse-filter.ts'
import type { Predicate } from '../../filter/predicate/predicate.ts'
import type { ClaimedForwarder } from '../../metadata/forwarding/forwarders.ts'
import type { Target } from '../../schema/forwarding/targets.ts'
import type { EventStore, Read } from '../../storage/contract/event-store.ts'
import type { RowPosition, WaitingLimits, WaitingRows } from '../../storage/contract/new-rows.ts'
import type { Log } from '../../telemetry/log.ts'
import type { SessionHandle } from '../forward-thread.ts'
import { type ForwarderPosition, maxAhead, type SessionSpec } from '../session/messages.ts'
import { orderOf } from '../session/session.ts'
import { BatchSize } from './batch-size.ts'
import type { Progress } from './progress.ts'

/** Shortest and longest time between two looks at the store when nothing waits. */
const lookMs = { min: 200, max: 1_000 }
const storeRetryMs = 2_000
/** How often the events that wait are counted while there are some, unless a count takes long. */
const countMs = 10_000
/** The pause after a count is at least this many times as long as the count. */
const minPauseFactor = 20
const readSeconds = 120
const bytesPerMegabyte = 1_000_000

const noLimits: WaitingLimits = { oldest: 0, bytes: Number.POSITIVE_INFINITY }

export interface FeedDeps {
  store: Pick<EventStore, 'newRows' | 'waitingRows' | 'journal' | 'window'>
  /** Unix seconds up to which all received events are in the store. */
  deliveredUntil: () => Promise<number>
  /** Unix seconds. */
  now: () => number
  /** What all sessions have in common. */
  common: () => Pick<SessionSpec, 'instance' | 'folder' | 'allowed' | 'ownPorts' | 'snmpEngine'>
  log: Log
}

/** Feeds new rows to one session of a forwarder, or counts what waits while the forwarder is paused. */
export class SessionFeed {
  readonly #deps: FeedDeps
  readonly #forwarder: ClaimedForwarder
  readonly #progress: Progress
  readonly #predicate: Predicate
  /** Messages for which the session has room. */
  #room = 0
  /** How often the session has said that it has room for one more message. */
  #pulls = 0
  readonly #size = new BatchSize()
  /** Whether rows were sent to the session. */
  #hasPushed = false
  /** When the events that wait are counted next, on the monotonic clock. */
  #nextCountMs = Number.NEGATIVE_INFINITY
  /** Ends the wait for room. Does nothing while it does not wait. */
  #wake: () => void = () => {}

  constructor(deps: FeedDeps, forwarder: ClaimedForwarder, progress: Progress) {
    this.#deps = deps
    this.#forwarder = forwarder
    this.#progress = progress
    const parsed = parseFilter(forwarder.content.filter)
    if ('faults' in parsed) throw new Error('The filter is no longer valid: save it again.')
    this.#predicate = parsed.predicate
  }

  /** Where the next session begins. Skips what waits, if that was asked for. */
  async begin(signal: AbortSignal): Promise<ForwarderPosition> {
    const { position } = this.#progress
    if (position !== undefined && !this.#progress.mustSkip) return position
    const { next } = await this.#deps.store.newRows(this.#query(undefined), this.#read(signal))
    if (position !== undefined) {
      // Rows that arrive meanwhile are counted too, although they are sent: none is skipped without a count.
      const { rows } = await this.#waitingRows(position.sent, noLimits, signal)
      this.#progress.countSkipped(rows)
    }
    const fresh = { sent: next, endedUntil: 0 }
    await this.#progress.begin(fresh)
    return fresh
  }

  specOf(target: Target, position: ForwarderPosition): SessionSpec {
    return {
      ...this.#deps.common(),
      content: this.#forwarder.content,
      target,
      position,
      storedWindowMicros: this.#deps.store.window * 1_000_000,
    }
  }

  /** The session has room for one more message. */
  pulled(): void {
    this.#room++
    this.#pulls++
    this.#size.done(performance.now())
    this.#wake()
  }

  /** Whether the destination is not known to fail: it took events, or there were none. */
  get #isWorking(): boolean {
    return this.hasWorkedOff || !this.#hasPushed
  }

  /**
   * Whether the session has worked off a message: it pulls `maxAhead` times once its destination is open, and
   * then once after each message.
   */
  get hasWorkedOff(): boolean {
    return this.#pulls > maxAhead
  }

  /** Reads new rows and sends them, until the signal fires. Never rejects. */
  async run(session: SessionHandle, signal: AbortSignal): Promise<void> {
    const position = this.#progress.position
    if (position === undefined) return
    let at = position.windows ?? position.sent
    signal.addEventListener('abort', () => this.#wake(), { once: true })
    while (!signal.aborted) {
      try {
        if (performance.now() >= this.#nextCountMs && !this.#progress.isCaughtUp)
          at = await this.#skipBeyond(at, signal)
        while (this.#room === 0 && !signal.aborted) await new Promise<void>(resolve => (this.#wake = resolve))
        at = await this.#send(at, session, signal)
      } catch (error) {
        if (signal.aborted) return
        this.#deps.log.warn({ err: error, forwarder: this.#forwarder.id }, 'new events could not be read')
        await pause(storeRetryMs, signal)
      }
    }
  }

  /** Sends the next rows after a position; without any, waits for some. Returns the position after them. */
  async #send(at: RowPosition, session: SessionHandle, signal: AbortSignal): Promise<RowPosition> {
    const { store, deliveredUntil } = this.#deps
    const { current } = store.journal
    const until = await deliveredUntil()
    const answer = await store.newRows(this.#query(at), this.#read(signal))
    if (answer.rows > 0) {
      this.#room--
      this.#hasPushed = true
      this.#size.sent(answer.rows, performance.now())
      session.push({ kind: 'rows', bytes: answer.bytes, next: answer.next })
      this.#progress.sentRows()
    }
    if (answer.hasMore) {
      if (this.#isWorking) this.#progress.behind()
      return answer.next
    }
    if (answer.rows === 0 && this.#progress.needsTime) {
      this.#room--
      this.#size.sent(0, performance.now())
      session.push({ kind: 'caughtUp', until: until * 1_000_000, next: answer.next })
    }
    if (this.#isWorking) this.#progress.caughtUp()
    if (answer.rows === 0) await this.#nextChange(current, signal)
    return answer.next
  }

  /** Counts what waits while the destination fails. */
  async countWaiting(signal: AbortSignal): Promise<void> {
    const position = this.#progress.position
    if (position === undefined) return
    const { rows, oldest } = await this.#waitingRows(position.sent, noLimits, signal)
    this.#progress.waiting(rows, oldest)
  }

  /** Counts what waits, again and again, while the forwarder is paused. Never rejects. */
  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.begin(signal)
        await this.countWaiting(signal)
        await pause(this.#nextCountMs - performance.now(), signal)
      } catch (error) {
        if (signal.aborted) return
        this.#deps.log.warn(
          { err: error, forwarder: this.#forwarder.id },
          'waiting events could not be counted',
        )
        await pause(storeRetryMs, signal)
      }
    }
  }

  async #waitingRows(after: RowPosition, limits: WaitingLimits, signal: AbortSignal): Promise<WaitingRows> {
    const startMs = performance.now()
    const query = { predicate: this.#predicate, after }
    const counted = await this.#deps.store.waitingRows(query, limits, this.#read(signal))
    const endMs = performance.now()
    this.#nextCountMs = endMs + Math.max(countMs, minPauseFactor * (endMs - startMs))
    return counted
  }

  /** Skips rows beyond the limits of the forwarder, and counts what waits. */
  async #skipBeyond(at: RowPosition, signal: AbortSignal): Promise<RowPosition> {
    const { max_age, max_waiting_mb } = this.#forwarder.content
    const limits = {
      oldest: max_age === null ? 0 : this.#deps.now() - max_age,
      bytes: max_waiting_mb === null ? Number.POSITIVE_INFINITY : max_waiting_mb * bytesPerMegabyte,
    }
    const { rows, oldest, beyond } = await this.#waitingRows(at, limits, signal)
    this.#progress.waiting(rows - (beyond?.rows ?? 0), oldest)
    if (beyond === undefined) return at
    this.#progress.countSkipped(beyond.rows)
    const { id, content } = this.#forwarder
    this.#deps.log.warn(
      { forwarder: id, name: content.name, rows: beyond.rows },
      'a forwarder skips events that have waited for too long',
    )
    return beyond.next
  }

  #query(after: RowPosition | undefined) {
    const order = orderOf(this.#forwarder.content)
    return { predicate: this.#predicate, after, limit: this.#size.rows, order }
  }

  #read(signal: AbortSignal): Read {
    return { signal, lane: 'short', timeout: readSeconds, isBackground: true }
  }

  /** Waits for a change of the store after the change `current`, within the bounds of `lookMs`. */
  async #nextChange(current: number, signal: AbortSignal): Promise<void> {
    await pause(lookMs.min, signal)
    if (this.#deps.store.journal.current !== current) return
    const changed = new AbortController()
    const stop = this.#deps.store.journal.listen({ changed: () => changed.abort() })
    await pause(lookMs.max - lookMs.min, AbortSignal.any([signal, changed.signal]))
    stop()
  }
}
