import type { StoredEvent } from '../../../schema/event/event.ts'
import type { NewRows } from '../../contract/new-rows.ts'
import { eventAt, eventColumns, skipEvent } from './event-bytes.ts'
import { RowBinaryReader } from './row-binary-reader.ts'

/** Columns of a row of the table, in the order in which `newRowsIn` reads them. */
export const newRowColumns = `repeat, earlier, ${eventColumns}, batch`
/** Bytes of id, first, ts, count and batch, which come last. */
const numberBytes = 40

/** A row of an event: its first occurrence, or later occurrences within one second. */
export interface NewRow {
  isRepeat: boolean
  /** Distances of the other occurrences of the row before `event.last`, microseconds. */
  earlier: readonly number[]
  /** `ts` is the event's first occurrence, `last` the last one in the row, `counter` their number in it. */
  event: StoredEvent
  batch: number
}

/** The rows of an answer of `newRows`, one at a time. */
export function* newRowsIn({ bytes }: Pick<NewRows, 'bytes'>): Generator<NewRow> {
  const reader = new RowBinaryReader(bytes)
  while (!reader.isAtEnd) {
    const isRepeat = reader.uint8() === 1
    const earlier = reader.numbers()
    const event = eventAt(reader)
    yield { isRepeat, earlier, event, batch: reader.uint64() }
  }
}

/** Number of rows in an answer. */
export function countNewRows(bytes: Uint8Array): number {
  const reader = new RowBinaryReader(bytes)
  let rows = 0
  for (; !reader.isAtEnd; rows++) {
    reader.at += 1
    reader.skipNumbers()
    skipEvent(reader)
    reader.at += 8
  }
  return rows
}

/** Batch, id and time (microseconds) of the last row of an answer with rows. */
export function lastNewRow(bytes: Uint8Array): { batch: number; id: number; ts: number } {
  const reader = new RowBinaryReader(bytes, bytes.length - numberBytes)
  const id = reader.uint64()
  reader.int64()
  const ts = reader.int64()
  reader.uint64()
  return { id, ts, batch: reader.uint64() }
}
