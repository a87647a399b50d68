import type { EventBatch, MatchingEvents } from '../../query/snapshot.ts'
import { EVENT_SYSLOG, type StoredEvent } from '../../schema/event.ts'
import { tagPath } from '../../schema/row.ts'

/** An event of the first second of 2026, each id a microsecond later. */
export function storedEvent(id: number, also: Partial<StoredEvent> = {}): StoredEvent {
  return {
    id,
    ts: 1_767_225_600_000_000 + id,
    last: 1_767_225_600_500_000 + id,
    counter: 2,
    host: 'fw-1',
    program: 'kernel',
    facility: 23,
    severity: 3,
    mnemonic: 'LINK-3-UPDOWN',
    message: 'Interface Gi1/0/3, changed state to down',
    type: EVENT_SYSLOG,
    status: 1,
    tags: {},
    ...also,
  }
}

/** A batch as the store writes it. */
export function batchWith(events: readonly StoredEvent[]): EventBatch {
  const lines = events.map(event => `${JSON.stringify(cellsOf(event))}\n`)
  return { bytes: new TextEncoder().encode(lines.join('')), rows: events.length }
}

function cellsOf(event: StoredEvent): (string | number)[] {
  const { id, ts, last, counter, host, program, facility, severity, mnemonic, type, status, message, tags } =
    event
  const paths = Object.fromEntries(Object.entries(tags).map(([name, value]) => [tagPath(name), value]))
  const content = [host, program, facility, severity, mnemonic, type, status, message, JSON.stringify(paths)]
  return [id, ts, last, counter, ...content]
}

/** Events that are read as from a store; `readBatches` counts what was asked for. */
export class StandingEvents implements MatchingEvents {
  readonly matching: number
  readonly #batches: readonly EventBatch[]
  readBatches = 0

  constructor(batches: readonly EventBatch[], matching?: number) {
    this.#batches = batches
    this.matching = matching ?? batches.reduce((sum, { rows }) => sum + rows, 0)
  }

  async *read(limit: number, signal: AbortSignal): AsyncIterable<EventBatch> {
    let left = limit
    for (const { bytes, rows } of this.#batches) {
      signal.throwIfAborted()
      if (left <= 0) return
      this.readBatches++
      left -= rows
      // Read more than once, and each is given away.
      yield { bytes: bytes.slice(), rows }
    }
  }
}
