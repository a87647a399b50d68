import { Fault } from '../schema/fault.ts'
import type { EventBatch, Read } from './store.ts'

/** A cell of an answer in JSON. 64-bit integers are numbers; ours stay below 2^53. */
export type Cell = string | number | null | Cell[]

/** The engine's SQL: of the embedded engine or of a ClickHouse server. */
export interface SqlClient {
  /**
   * Rows of a SELECT. Rejects with a Fault (query_timeout, query_memory, storage_unavailable, query_quarantined), with an
   * AnswerTooLargeError when they take more memory than one answer may.
   */
  select(sql: string, read: Read): Promise<Cell[][]>
  /** The answer in the format that the statement names. Rejects with an AnswerTooLargeError when it has more than `maxBytes`. */
  bytes(sql: string, read: Read, maxBytes?: number): Promise<Uint8Array>
  /**
   * The answer in RowBinary, in chunks of about `rows` rows (or of 8,192, or 10 MB: a granule of the table), made as they are taken. Each
   * may take the time of the read. Rejects with an InterruptedError when it cannot go on; another statement may then ask for the rest.
   */
  chunks(sql: string, read: Read, rows: number): AsyncIterable<EventBatch>
  /** A statement without an answer (DDL). */
  command(sql: string): Promise<void>
  /** An insert with these settings. */
  insert(sql: string, settings: Record<string, string | number>): Promise<void>
  readonly ready: boolean
  close(): Promise<void>
}

export class AnswerTooLargeError extends Fault {
  constructor(maxBytes: number, cause: unknown) {
    const detail = `The answer takes more than ${Math.floor(maxBytes / 1_000_000)} MB; ask for fewer rows, or narrow the range or the filter.`
    super('query_memory', { detail, cause })
  }
}

/** An answer in chunks was interrupted: its reader paused for long, or the engine was restarted. */
export class InterruptedError extends Error {}

/** The end of a statement with settings. Values are ours, never a person's. */
export function settingsClause(settings: Record<string, string | number>): string {
  const items = Object.entries(settings).map(([name, value]) => {
    return `${name} = ${typeof value === 'number' ? value : `'${value}'`}`
  })
  return ` SETTINGS ${items.join(', ')}`
}
