import { setImmediate } from 'node:timers/promises'
import { AllowList, OutgoingGuard } from '../../outgoing/outgoing-guard.ts'
import { type NewRow, newRowsIn } from '../../storage/clients/row-binary/new-rows.ts'
import type { RowPosition } from '../../storage/contract/new-rows.ts'
import { releaseMemory } from '../../telemetry/release-memory.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'
import { type Delivery, DeliveryError } from '../targets/delivery.ts'
import { openDelivery } from '../targets/open-delivery.ts'
import type { ConfirmationLimits } from '../targets/stream-confirmations.ts'
import { EventRules } from './event-rules.ts'
import {
  type ForwarderPosition,
  type FromForwardThread,
  maxAhead,
  type SessionCounts,
  type SessionSpec,
} from './messages.ts'
import { RateLimit } from './rate-limit.ts'
import { hasRead } from './row-position.ts'
import { Windows } from './windows.ts'

/** Events that are sent at once: between them, other sessions of the thread have their turn. */
const sliceEvents = 2_000

/** Work of a session, in its order. */
type Item =
  | { kind: 'rows'; bytes: Uint8Array; next: RowPosition }
  | { kind: 'caughtUp'; until: number; next: RowPosition }

/** What events pass through on their way to the destination. */
interface Link {
  delivery: Delivery
  rules: EventRules | undefined
  limit: RateLimit | undefined
}

/**
 * Sends the events of one forwarder until it is stopped or its destination fails: rows become events by its
 * windows and rules, and the delivery takes them in order. Whatever is not confirmed is sent again by the
 * next session, with the same ids.
 */
export class Session {
  readonly #spec: SessionSpec
  readonly #post: (message: FromForwardThread) => void
  readonly #number: number
  readonly #stop = new AbortController()
  readonly #items: Item[] = []
  readonly #windows: Windows
  readonly #order: 'arrival' | 'time'
  /** Ends the wait for the next item. Does nothing while the session works on an item. */
  #wake: () => void = () => {}
  /** Why the delivery has failed, at any time since it was opened; undefined: it works. */
  #failure: Error | undefined
  /** The position before the next item. */
  #at: RowPosition
  /** As in ForwarderPosition. */
  #endedUntil: number
  /**
   * Where the session before this one ended, if it left windows open. This session begins earlier, with the
   * rows of the oldest of these windows. Rows up to here only fill the windows again: the events that they
   * make were sent by the session before. Undefined: there were no windows, or all of these rows are read.
   */
  #sentBefore: RowPosition | undefined
  /** Whether `#endSentWindows` has dropped them. */
  #areSentWindowsEnded = false
  /** Resolves when the destination certainly has all events so far. */
  #confirmed: Promise<void> = Promise.resolve()
  readonly #confirmation: ConfirmationLimits | undefined

  constructor(
    spec: SessionSpec,
    number: number,
    post: (message: FromForwardThread) => void,
    confirmation?: ConfirmationLimits,
  ) {
    const { position, content, storedWindowMicros } = spec
    this.#spec = spec
    this.#number = number
    this.#post = post
    this.#confirmation = confirmation
    this.#order = orderOf(content)
    this.#windows = new Windows({
      windowMicros: content.window_size * 1_000_000,
      firstAtOnce: content.fast_forward_first,
      storedWindowMicros,
    })
    this.#at = position.windows ?? position.sent
    this.#sentBefore = position.windows && position.sent
    this.#endedUntil = position.endedUntil
  }

  push(item: Item): void {
    this.#items.push(item)
    this.#wake()
  }

  stop(): void {
    this.#stop.abort(new Error('the session was stopped'))
    this.#wake()
  }

  /** Runs until it is stopped or fails, and posts how it ended. Never rejects. */
  async run(): Promise<void> {
    const error = await this.#run().then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    const isStopped = this.#stop.signal.aborted
    this.#post({
      kind: 'ended',
      session: this.#number,
      ...(!isStopped && error !== undefined && { error: describe(error) }),
    })
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    const { content } = this.#spec
    const rules = await EventRules.compile(content.rules)
    const limit = content.rate_limit === null ? undefined : new RateLimit(content.rate_limit)
    const delivery = await openSpec(this.#spec, signal, this.#confirmation)
    delivery.failed?.catch((error: Error) => {
      this.#failure = error
      this.#wake()
    })
    try {
      for (let ahead = 0; ahead < maxAhead; ahead++) this.#pull()
      for (;;) {
        const item = await this.#next()
        if (item === undefined) return
        await this.#work(item, { delivery, rules, limit })
        this.#pull()
      }
    } finally {
      await delivery.close().catch(() => {})
      // Confirmations of the close are promises that have resolved by now; their reports follow.
      await setImmediate()
    }
  }

  #pull(): void {
    this.#post({ kind: 'pull', session: this.#number })
  }

  /** The next item; undefined when the session was stopped. Rejects when the delivery fails meanwhile. */
  async #next(): Promise<Item | undefined> {
    while (!this.#stop.signal.aborted) {
      if (this.#failure !== undefined) throw this.#failure
      const item = this.#items.shift()
      if (item !== undefined) return item
      await new Promise<void>(resolve => (this.#wake = resolve))
    }
    return undefined
  }

  /** Sends the events of an item, and reports its position once the destination has them. */
  async #work(item: Item, link: Link): Promise<void> {
    const counts = emptyCounts()
    const events = item.kind === 'rows' ? this.#eventsOf(item.bytes) : this.#endWindows(item.until).values()
    for (let next = events.next(); !next.done; next = events.next()) {
      const slice = sliceOf(next.value, events)
      if (link.limit === undefined) await this.#send(slice, link, counts)
      else await this.#sendWithin(link.limit, [...slice], link, counts)
    }
    if (item.kind === 'rows') releaseMemory(item.bytes)
    this.#at = item.next
    const windows = this.#windows.oldestPlace
    const position = { sent: this.#at, ...(windows && { windows }), endedUntil: this.#endedUntil }
    // Confirmations of a delivery come in the order of its sends. An item without events waits for the
    // confirmation of the item before it.
    void this.#confirmed.then(() => this.#report(position, counts))
  }

  /** The events of rows, made as they are sent: objects that live long cost the garbage collector most. */
  *#eventsOf(bytes: Uint8Array): Generator<OutgoingEvent, void> {
    for (const row of newRowsIn({ bytes })) {
      const isSent = this.#isSentBefore(row)
      if (!isSent) this.#endSentWindows()
      const events = this.#windows.add(row, this.#at)
      if (!isSent) yield* events
    }
  }

  /** Whether the session before this one sent a row. */
  #isSentBefore({ batch, event }: NewRow): boolean {
    const before = this.#sentBefore
    return before !== undefined && hasRead(before, { batch, id: event.id, ts: event.last }, this.#order)
  }

  /**
   * Drops the windows that the session before this one ended and sent. Called before the first row that it
   * did not send.
   */
  #endSentWindows(): void {
    if (this.#areSentWindowsEnded) return
    this.#areSentWindowsEnded = true
    this.#windows.endUntil(this.#endedUntil)
  }

  /** Ends the windows up to a time before which all rows are read. Returns their events. */
  #endWindows(until: number): OutgoingEvent[] {
    this.#endSentWindows()
    this.#sentBefore = undefined
    this.#endedUntil = Math.max(this.#endedUntil, until)
    return this.#windows.endUntil(this.#endedUntil)
  }

  /** Sends events as fast as the rate limit allows. */
  async #sendWithin(
    limit: RateLimit,
    events: readonly OutgoingEvent[],
    link: Link,
    counts: SessionCounts,
  ): Promise<void> {
    let isCounted = false
    for (let from = 0; from < events.length; ) {
      const wanted = events.length - from
      const passed = limit.take(wanted)
      // All that has not passed at the first wait; later waits concern the same events.
      if (passed < wanted && !isCounted) {
        counts.heldBack += wanted - passed
        isCounted = true
      }
      if (passed === 0) await limit.wait(this.#stop.signal)
      else await this.#send(events.slice(from, from + passed), link, counts)
      from += passed
    }
  }

  /** Applies the rules to events, sends them, and adds to the counts. */
  async #send(
    events: Iterable<OutgoingEvent>,
    { delivery, rules }: Link,
    counts: SessionCounts,
  ): Promise<void> {
    const taken = await delivery.send(changedBy(rules, events, counts), this.#stop.signal)
    counts.refused += taken.refused
    counts.sent -= taken.refused
    this.#confirmed = taken.confirmed
    await setImmediate()
  }

  #report(position: ForwarderPosition, counts: SessionCounts): void {
    this.#post({ kind: 'progress', session: this.#number, position, counts })
  }
}

/** An event and further ones: as many as are sent at once. */
function* sliceOf(first: OutgoingEvent, others: Iterator<OutgoingEvent, unknown>): Generator<OutgoingEvent> {
  yield first
  for (let size = 1; size < sliceEvents; size++) {
    const next = others.next()
    if (next.done) return
    yield next.value
  }
}

/**
 * Yields events as the rules leave them. Counts the yielded ones as sent, since which of them the destination
 * refuses is not known; the others as dropped.
 */
function* changedBy(
  rules: EventRules | undefined,
  events: Iterable<OutgoingEvent>,
  counts: SessionCounts,
): Generator<OutgoingEvent> {
  for (const event of events) {
    const changed = rules === undefined ? event : rules.apply(event)
    if (changed === undefined) counts.dropped++
    else {
      counts.sent++
      counts.occurrences += changed.counter
      yield changed
    }
  }
}

/** The order in which a session reads rows: without windows, repeats are events among the others. */
export function orderOf({ window_size }: SessionSpec['content']): 'arrival' | 'time' {
  return window_size === 0 ? 'time' : 'arrival'
}

/** Opens the destination of a spec. */
export function openSpec(
  { target, instance, folder, allowed, ownPorts, snmpEngine }: SessionSpec,
  signal: AbortSignal,
  confirmation?: ConfirmationLimits,
): Promise<Delivery> {
  const guard = new OutgoingGuard({
    allowed: new AllowList(allowed),
    setting: 'MILLRACE_FORWARD_ALLOW',
    ownPorts: () => new Set(ownPorts),
  })
  return openDelivery(target, {
    guard,
    instance,
    folder,
    signal,
    snmpEngine,
    ...(confirmation && { confirmation }),
  })
}

function emptyCounts(): SessionCounts {
  return { sent: 0, occurrences: 0, dropped: 0, refused: 0, heldBack: 0 }
}

export function describe(error: unknown): { message: string; retryAfter?: number | undefined } {
  if (error instanceof DeliveryError) return { message: error.message, retryAfter: error.retryAfter }
  return { message: error instanceof Error ? error.message : String(error) }
}
