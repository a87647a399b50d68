import type { StoredEvent } from '../../schema/event.ts'
import type { Cell } from '../sql-client.ts'
import type { EventBatch } from '../store.ts'
import { eventOf } from './event-rows.ts'

const newline = 10

/** The events of a batch, in its order. */
export function storedEvents({ bytes, rows }: EventBatch): StoredEvent[] {
  return rows === 0 ? [] : cellsOf(bytes).map(eventOf)
}

/**
 * The same, so many events at a time: what lives for a moment only costs the collector of garbage next to nothing, where twenty
 * thousand events at once cost it as much as reading them.
 */
export function* storedEventsBy(size: number, { bytes }: EventBatch): Generator<StoredEvent[]> {
  for (let start = 0; start < bytes.length; ) {
    let end = start
    for (let lines = 0; lines < size && end < bytes.length; lines++) {
      const next = bytes.indexOf(newline, end)
      end = next < 0 ? bytes.length : next + 1
    }
    yield cellsOf(bytes.subarray(start, end)).map(eventOf)
    start = end
  }
}

/** Lines of the engine's answer as a batch. A line end inside of a text is escaped. */
export function batchOf(bytes: Uint8Array): EventBatch {
  let rows = 0
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) rows++
  return { bytes, rows }
}

/** Id and times of the last event of a batch that is not empty. Times in microseconds. */
export function lastOf({ bytes }: EventBatch): { id: number; first: number; last: number } {
  const start = bytes.lastIndexOf(newline, bytes.length - 2) + 1
  const [[id, first, last] = []] = cellsOf(bytes.subarray(start))
  return { id: Number(id), first: Number(first), last: Number(last) }
}

function cellsOf(bytes: Uint8Array): Cell[][] {
  const lines = new TextDecoder().decode(bytes)
  // The engine wrote an array of cells a line.
  return JSON.parse(`[${lines.trimEnd().replaceAll('\n', ',')}]`) as Cell[][]
}
