import { Fault } from '../../../schema/fault.ts'
import { countEvents, groupColumns } from '../../clients/row-binary/event-bytes.ts'
import type { EventBatch, Mark, Read } from '../../contract/event-store.ts'
import { byIndex } from '../../sql/by-index.ts'
import { list, number } from '../../sql/literal.ts'
import { withinAsOf } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'
import type { PageContext } from '../context.ts'

/** Bytes of a key: the id of an event (UInt64) and the second of its newest matching row (UInt32). */
const keyBytes = 12
/** Maximum ids in a statement that reads whole events. */
const maxKeys = 2_000
/** Maximum bytes of an answer; a larger one is retried with fewer events. */
const maxBytes = 32_000_000

/**
 * The events of `rows` (the clauses FROM to ORDER BY, grouped by id), in their order. First lists the keys of
 * the events, `size.keys` at a time, so that memory does not grow with the events. Then reads the events of
 * each list in batches.
 */
export async function* eventsByKeys(
  context: PageContext,
  rows: string,
  asOf: Mark | undefined,
  { size, left }: Progress,
  read: Read,
): AsyncGenerator<EventBatch> {
  for (let offset = 0; offset < left; offset += size.keys) {
    const limit = Math.min(size.keys, left - offset)
    const sql = `SELECT id, toUInt32(max(sec)) ${rows} LIMIT ${number(limit)} OFFSET ${number(offset)}`
    const keys = await context.client.bytes(sql, read)
    yield* eventsOf(context, keys, asOf, size, read)
    if (keys.byteLength < limit * keyBytes) return
  }
}

/** Reads the events of a list of keys, as the engine wrote them. */
async function* eventsOf(
  context: PageContext,
  keys: Uint8Array,
  asOf: Mark | undefined,
  size: BatchSize,
  read: Read,
): AsyncGenerator<EventBatch> {
  const view = new DataView(keys.buffer, keys.byteOffset, keys.byteLength)
  for (let at = 0; at < keys.byteLength; ) {
    const { bytes, chunk } = await withSmallerBatches(size, async () => {
      const chunk = keysAt(view, at, Math.min(size.rows, maxKeys))
      const sql = wholeEventsOf(context, chunk, asOf)
      return { bytes: await context.client.bytes(sql, read, maxBytes), chunk }
    })
    at += chunk.ids.length * keyBytes
    yield { bytes, rows: countEvents(bytes) }
  }
}

/** Events of one statement. */
interface Chunk {
  ids: number[]
  /** Each event has a row in [from, to], Unix seconds. */
  from: number
  to: number
}

function keysAt(view: DataView, start: number, maxKeysAtOnce: number): Chunk {
  const ids: number[] = []
  let from = Number.POSITIVE_INFINITY
  let to = 0
  const end = Math.min(view.byteLength, start + maxKeysAtOnce * keyBytes)
  for (let at = start; at < end; at += keyBytes) {
    ids.push(view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32)
    const second = view.getUint32(at + 8, true)
    from = Math.min(from, second)
    to = Math.max(to, second)
  }
  return { ids, from, to }
}

function wholeEventsOf({ window }: PageContext, { ids, from, to }: Chunk, asOf: Mark | undefined): string {
  const all = list(ids.map(number))
  const places = list(ids.map((_, index) => number(index)))
  return `SELECT ${groupColumns} FROM ${eventsTable} WHERE ${withinAsOf(from - window, to + window + 1, asOf)} AND ${byIndex(`id IN (${all})`)}
    GROUP BY id ORDER BY transform(id, [${all}], [${places}], ${number(ids.length)})`
}

const defaultRows = 2_048
const minRows = 64
/** 12 MB of keys. */
const defaultKeys = 1_000_000

/** How much a read of events asks for at a time. */
export class BatchSize {
  /** Events per batch: about half a megabyte by default, fewer after the engine ran out of memory. */
  rows: number
  /** Keys per list, when events are read by lists of keys. */
  readonly keys: number

  constructor(rows = defaultRows, keys = defaultKeys) {
    this.rows = rows
    this.keys = keys
  }

  /** Reads fewer rows from now on; false when that is impossible. */
  shrink(): boolean {
    if (this.rows <= minRows) return false
    this.rows = Math.max(minRows, Math.floor(this.rows / 8))
    return true
  }
}

/** Retries with fewer rows when the engine runs out of memory or the answer has too many bytes. */
async function withSmallerBatches<T>(size: BatchSize, attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isOutOfMemory(error) || !size.shrink()) throw error
    }
  }
}

/**
 * Whether the engine ran out of memory, or the answer was too large: an AnswerTooLargeError has this code.
 */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Fault && error.code === 'query_memory'
}

/** Shared by the parts of a read. */
export interface Progress {
  size: BatchSize
  /** Events still to be read. `events` lowers it with each batch that it passes on. */
  left: number
}
