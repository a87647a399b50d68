import type { SpoolBatch } from '../../schema/row.ts'
import type { Span } from '../time-span.ts'
import type { BatchBegin } from './journal.ts'

/** What the log says of a batch that begins. */
export interface LoggedBatch extends Omit<BatchBegin, 'sequence' | 'repeated'> {
  number: number
  rows: number
  /** Path at the process that appends it. */
  file: string
}

interface LoggedDrop {
  span: Span
  /** See StoreJournal.drop. */
  windowSeconds: number
  /** Some of the rows: see StoreJournal.delete. */
  isPartial?: boolean
}

/** `names`: those that the other processes do not know. */
export function encodeBatch(batch: SpoolBatch, names: SpoolBatch['names']): string {
  const { rows, minutes, repeatMinutes, file } = batch
  return JSON.stringify({ rows, minutes, repeatMinutes, names, file })
}

export function decodeBatch(number: number, body: string): LoggedBatch {
  // encodeBatch wrote it.
  return { ...(JSON.parse(body) as Omit<LoggedBatch, 'number'>), number }
}

export function encodeDrop(drop: LoggedDrop): string {
  return JSON.stringify(drop)
}

export function decodeDrop(body: string): LoggedDrop {
  // encodeDrop wrote it.
  return JSON.parse(body) as LoggedDrop
}
