import type { EventBatch, MatchingEvents } from '../../query/snapshot.ts'
import { EVENT_SYSLOG, type StoredEvent } from '../../schema/event/event.ts'
import { tagPath } from '../../schema/event/row.ts'

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
    triggers: [],
    tags: {},
    ...also,
  }
}

/** A batch in the format of the store. */
export function batchWith(events: readonly StoredEvent[]): EventBatch {
  return { bytes: new Uint8Array(Buffer.concat(events.flatMap(piecesOf))), rows: events.length }
}

function piecesOf(event: StoredEvent): Buffer[] {
  const { host, program, mnemonic, message, facility, severity, type, status, triggers, tags } = event
  const entries = Object.entries(tags)
  return [
    ...[host, program, mnemonic, message].flatMap(text),
    Buffer.of(facility, severity, type, status),
    length(triggers.length),
    ...triggers.map(uint32),
    length(entries.length),
    ...entries.flatMap(([name, value]) => [...text(tagPath(name)), stringType, ...text(value)]),
    ...[event.id, event.ts, event.last, event.counter].map(number),
  ]
}

const stringType = Buffer.of(0x15)

function text(text: string): Buffer[] {
  const bytes = Buffer.from(text)
  return [length(bytes.length), bytes]
}

/** LEB128. */
function length(value: number): Buffer {
  const bytes: number[] = []
  let left = value
  for (; left >= 0x80; left >>>= 7) bytes.push((left & 0x7f) | 0x80)
  return Buffer.of(...bytes, left)
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(BigInt(value))
  return bytes
}

/** Events read as from a store; `readBatches` counts the batches. */
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
      // A copy, so that a batch can be read again although its reader transfers the bytes.
      yield { bytes: bytes.slice(), rows }
    }
  }
}
