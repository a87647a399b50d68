import { Fault } from '../../schema/fault.ts'
import type { EventBatch, Read } from '../contract/event-store.ts'

/** A cell of an answer in JSON. 64-bit integers are numbers, since the store's integers are below 2^53. */
export type Cell = string | number | null | Cell[]

/** SQL access to the embedded engine or a ClickHouse server. */
export interface SqlClient {
  /**
   * Rows of a SELECT. Rejects with a Fault, such as query_timeout, query_memory, storage_unavailable or
   * storage_damaged; with an AnswerTooLargeError when the rows exceed the memory of one answer; or with an
   * EngineError when the engine refuses the statement.
   */
  select(sql: string, read: Read): Promise<Cell[][]>
  /**
   * Runs a SELECT and returns the answer in RowBinary. Rejects with an AnswerTooLargeError above `maxBytes`.
   * Runs on one thread by default.
   */
  bytes(sql: string, read: Read, maxBytes?: number, threads?: 'one' | 'parallel'): Promise<Uint8Array>
  /**
   * Runs a statement of a user's SQL with settings that limit it, and returns the answer in the format that
   * the statement names. `settings` gets the memory that the lane of `read` allows, in bytes; they come after
   * all others, so that they may forbid further changes. Rejects as `bytes` does.
   */
  limited(
    sql: string,
    read: Read,
    maxBytes: number,
    settings: (memoryBytes: number) => Record<string, string | number>,
  ): Promise<Uint8Array>
  /**
   * Streams the answer in RowBinary, in chunks of about `rows` rows, or of one granule of the table (8,192
   * rows or 10 MB). The engine computes a chunk when the consumer asks for it; the timeout of `read` applies
   * to each chunk. Rejects with an InterruptedError when the stream cannot continue: another statement may
   * read the remaining rows.
   */
  chunks(sql: string, read: Read, rows: number): AsyncIterable<EventBatch>
  /** Runs a statement without an answer. For shards' own tables, run it on each of the `shards`. */
  command(sql: string): Promise<void>
  /**
   * Runs an INSERT into a table of the store with these settings; never retries it. A server refuses it while
   * another one with the same `id` runs. The embedded engine ignores ids.
   */
  insert(sql: string, settings: Record<string, string | number>, id?: string): Promise<void>
  /** Whether statements can be run now. */
  readonly ready: boolean
  /**
   * The parts of the store with their own tables: the shards of a cluster, otherwise the whole store. At
   * least one.
   */
  readonly shards: readonly [ShardClient, ...ShardClient[]]
  /**
   * Maximum bytes of a grouping in the long lane when the statement does nothing else; a larger one spills to
   * disk.
   */
  readonly maxGroupBytes: number
  close(): Promise<void>
}

/**
 * Statements on one shard's own tables. A SELECT from a table of the store reads all shards; from the shard's
 * own table, only its rows.
 */
export interface ShardClient extends Pick<SqlClient, 'select' | 'command'> {
  /** The shard's own table behind a table of the store, both qualified. */
  own(table: string): string
  /**
   * ENGINE of the shard's own table. `family`: default MergeTree. `version`: the column by which
   * ReplacingMergeTree chooses.
   */
  engineOf(table: string, family?: 'ReplacingMergeTree', version?: string): string
  readonly isReplicated: boolean
  /**
   * Runs a statement on each replica of the shard: a SELECT on system tables, or one that changes only the
   * replica. Returns all rows. Rejects with a Fault when a replica does not answer.
   */
  onReplicas(sql: string): Promise<Cell[][]>
  /** Runs an INSERT into the shard's own tables: see SqlClient.insert. */
  insert(sql: string, settings: Record<string, string | number>, id?: string): Promise<void>
}

/** The answer of a statement exceeds its maximum of bytes or rows. */
export class AnswerTooLargeError extends Fault {
  constructor(maxBytes: number, cause: unknown) {
    const detail = `The answer takes more than ${Math.floor(maxBytes / 1_000_000)} MB; ask for fewer rows, or narrow the range or the filter.`
    super('query_memory', { detail, cause })
  }
}

/** A chunked answer stopped early: the consumer paused too long, or the engine restarted. */
export class InterruptedError extends Error {}

/** The SETTINGS clause of a statement. Values are not escaped: they must not contain user input. */
export function settingsClause(settings: Record<string, string | number>): string {
  const items = Object.entries(settings).map(([name, value]) => {
    return `${name} = ${typeof value === 'number' ? value : `'${value}'`}`
  })
  return ` SETTINGS ${items.join(', ')}`
}
