import { Fault } from '../schema/fault.ts'
import type { EventBatch, Read } from './store.ts'

/** A cell of an answer: the engine's JSON form. 64-bit integers come as numbers; all of ours stay below 2^53. */
export type Cell = string | number | null | Cell[]

/** One way to the engine's SQL: the embedded engine or, beyond one machine, a ClickHouse server. */
export interface SqlClient {
  /**
   * Rows of a SELECT, in order. Rejects with a Fault (query_timeout, query_memory, storage_unavailable, query_quarantined), with AnswerTooLargeError when these
   * take more memory than one answer may.
   */
  select(sql: string, read: Read): Promise<Cell[][]>
  /** The answer as the engine writes it in the format that the statement names. Rejects with AnswerTooLargeError when it has more than `most` bytes. */
  bytes(sql: string, read: Read, maxBytes?: number): Promise<Uint8Array>
  /**
   * The answer in RowBinary by pieces of about `rows` rows (or of 8,192, or 10 MB: what an index entry of the table stands for), made one after the other as
   * they are taken. Each may take the time of the read.
   * Rejects with Interrupted when it cannot go on; another statement may then ask for what is left.
   */
  chunks(sql: string, read: Read, rows: number): AsyncIterable<EventBatch>
  /** A statement without an answer (DDL). */
  command(sql: string): Promise<void>
  /** An insert. `settings` are added to it. */
  insert(sql: string, settings: Record<string, string | number>): Promise<void>
  readonly ready: boolean
  close(): Promise<void>
}

/** An answer of more bytes than may be read at once. */
export class AnswerTooLargeError extends Fault {
  constructor(maxBytes: number, cause: unknown) {
    const detail = `The answer takes more than ${Math.floor(maxBytes / 1_000_000)} MB; ask for fewer rows, or narrow the range or the filter.`
    super('query_memory', { detail, cause })
  }
}

/** An answer in pieces broke off: its reader paused for long, or the engine was started again. */
export class InterruptedError extends Error {}

/** Renders settings as the end of a statement. Values are ours, never a person's. */
export function settingsClause(settings: Record<string, string | number>): string {
  const items = Object.entries(settings).map(([name, value]) => {
    return `${name} = ${typeof value === 'number' ? value : `'${value}'`}`
  })
  return ` SETTINGS ${items.join(', ')}`
}
