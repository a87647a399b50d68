import type { SpoolBatch } from '../../schema/event/row.ts'
import type { Span } from '../contract/time-span.ts'
import type { BatchBegin } from './journal.ts'

/** A batch that begins, as recorded in the log that several processes share. */
export interface LoggedBatch extends Omit<BatchBegin, 'sequence' | 'repeated'> {
  /** The number that the log has assigned to the batch. */
  number: number
  rows: number
  /** Path on the node of the appending process. */
  file: string
}

/** A drop of rows, as recorded in the log. */
interface LoggedDrop {
  span: Span
  /** See StoreJournal.drop. */
  windowSeconds: number
  /** Only some of the rows: see StoreJournal.delete. */
  isPartial?: boolean
}

/** `names`: only names that the other processes do not know. */
export function encodeBatch(batch: SpoolBatch, names: SpoolBatch['names']): string {
  const { rows, minutes, repeatMinutes, file } = batch
  return JSON.stringify({ rows, minutes, repeatMinutes, names, file })
}

export function decodeBatch(number: number, body: string): LoggedBatch {
  // Written by encodeBatch.
  return { ...(JSON.parse(body) as Omit<LoggedBatch, 'number'>), number }
}

export function encodeDrop(drop: LoggedDrop): string {
  return JSON.stringify(drop)
}

export function decodeDrop(body: string): LoggedDrop {
  // Written by encodeDrop.
  return JSON.parse(body) as LoggedDrop
}
