import { Fault } from '../schema/fault.ts'
import type { EventBatch, Read } from './store.ts'

/** A cell of an answer in JSON. 64-bit integers are numbers; ours stay below 2^53. */
export type Cell = string | number | null | Cell[]

/** The engine's SQL: of the embedded engine or of a ClickHouse server. */
export interface SqlClient {
  /**
   * Rows of a SELECT. Rejects with a Fault (query_timeout, query_memory, storage_unavailable, query_quarantined), or with an
   * AnswerTooLargeError when the rows exceed the memory of one answer.
   */
  select(sql: string, read: Read): Promise<Cell[][]>
  /** The answer in RowBinary. Rejects with an AnswerTooLargeError when it has more than `maxBytes`. One thread by default. */
  bytes(sql: string, read: Read, maxBytes?: number, threads?: 'one' | 'parallel'): Promise<Uint8Array>
  /**
   * The answer in the format that the statement names, with further settings, which may depend on the bytes that a statement of its lane
   * may take. They stand last, so that they may forbid further changes. Rejects as `bytes` does.
   */
  limited(
    sql: string,
    read: Read,
    maxBytes: number,
    settings: (memoryBytes: number) => Record<string, string | number>,
  ): Promise<Uint8Array>
  /**
   * Streams the answer in RowBinary, in chunks of about `rows` rows, or of one granule of the table (8,192 rows or 10 MB). The engine
   * computes a chunk when the consumer asks for it; the timeout of `read` applies to each. Rejects with an InterruptedError when the
   * stream cannot continue: another statement may read the remaining rows.
   */
  chunks(sql: string, read: Read, rows: number): AsyncIterable<EventBatch>
  /** A statement without an answer. One that concerns tables of shards is for each of them: see `shards`. */
  command(sql: string): Promise<void>
  /** An insert with these settings into a table of the store, which is never repeated by itself. Of those with the same id, a server runs one at a time. */
  insert(sql: string, settings: Record<string, string | number>, id?: string): Promise<void>
  readonly ready: boolean
  /** The parts of the store that have tables of their own: the shards of a cluster, otherwise the whole store. At least one. */
  readonly shards: readonly [ShardClient, ...ShardClient[]]
  /** Bytes that a grouping of the long lane may hold when it is all that its statement does; with more it writes to disk. */
  readonly maxGroupBytes: number
  close(): Promise<void>
}

/** Statements on the tables that one shard has itself. A SELECT of a table of the store reads all shards, of its own table this one's rows. */
export interface ShardClient extends Pick<SqlClient, 'select' | 'command'> {
  /** The name of its own table of a table of the store, both qualified. */
  own(table: string): string
  /** ENGINE of that table. `version`: the column by which ReplacingMergeTree chooses. */
  engineOf(table: string, family?: 'ReplacingMergeTree', version?: string): string
  readonly isReplicated: boolean
  /** The rows of a statement that each replica is asked about itself. Rejects with a Fault when one of them does not answer. */
  onReplicas(sql: string): Promise<Cell[][]>
  /** An insert with these settings. Of those with the same id, the shard runs one at a time and stores one. */
  insert(sql: string, settings: Record<string, string | number>, id?: string): Promise<void>
}

export class AnswerTooLargeError extends Fault {
  constructor(maxBytes: number, cause: unknown) {
    const detail = `The answer takes more than ${Math.floor(maxBytes / 1_000_000)} MB; ask for fewer rows, or narrow the range or the filter.`
    super('query_memory', { detail, cause })
  }
}

/** A chunked answer stopped early: the consumer paused too long, or the engine restarted. */
export class InterruptedError extends Error {}

/** The SETTINGS clause of a statement. Values are not escaped: they must not contain input of users. */
export function settingsClause(settings: Record<string, string | number>): string {
  const items = Object.entries(settings).map(([name, value]) => {
    return `${name} = ${typeof value === 'number' ? value : `'${value}'`}`
  })
  return ` SETTINGS ${items.join(', ')}`
}
