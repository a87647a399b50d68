import { setImmediate } from 'node:timers/promises'
import { Fault } from '../../schema/fault.ts'
import type { EventBatch, Read } from '../contract/event-store.ts'
import { usesIndex } from '../sql/by-index.ts'
import { damagedPartOf, EngineError, engineCodes } from './engine-error.ts'
import { onFlyMutations } from './on-fly-mutations.ts'
import { keepStatementText } from './read-account.ts'
import {
  AnswerTooLargeError,
  type Cell,
  InterruptedError,
  type ShardClient,
  type SqlClient,
  settingsClause,
} from './sql-client.ts'
import { maxStatementBytes } from './statement-bounds.ts'

/** Maximum rows of an answer; statements for more need a LIMIT. */
const maxRows = 1_100_000
const megabyte = 1_000_000
/** Maximum bytes of the answer to a read, which takes a multiple in memory: as bytes, as text and as rows. */
const maxReadBytes = 64 * megabyte

/** Maximum memory of a statement per lane. Groups and sorts spill to disk past a third of it. */
const maxMemoryBytes = { short: 300 * megabyte, long: 600 * megabyte } as const

/**
 * Nice value of long statements: they get a quarter of a processor that a short one wants too. Applies only
 * where the process may change priorities back (CAP_SYS_NICE).
 */
const longLaneNice = 5
/** Nice value of background statements: they get a tenth of a processor that another long one wants too. */
const backgroundNice = 15

/**
 * Planning with the indexes of the table costs a fifth of the price of a small statement, whether they help
 * or not. Without them, scanning the table's parts is faster than waking threads for it, twice per statement.
 */
function indexUse(sql: string): { use_skip_indexes?: 0; max_threads_for_indexes?: 1 } {
  return usesIndex(sql) ? {} : { use_skip_indexes: 0, max_threads_for_indexes: 1 }
}

/** Options of a read statement. */
export interface StatementRead extends Partial<Omit<Read, 'lane'>> {
  /** Maximum bytes of the answer as written. A longer one is dropped and fails with the code tooManyRows. */
  maxBytes?: number | undefined
}

/**
 * Until the deletion of rows is written, the engine (26.7) cannot take columns of the index of words instead
 * of the words themselves and refuses the statement: "There is no column __text_index_…". The statement is
 * then repeated without them, for the second that this lasts.
 */
function isIndexBehind(error: unknown): boolean {
  return (
    error instanceof EngineError &&
    error.code === engineCodes.noSuchColumn &&
    error.message.includes('no column __text_index_')
  )
}

const withoutIndexColumns = { query_plan_direct_read_from_text_index: 0 } as const

/** Runs statements: the process of the embedded engine, or servers. */
export interface StatementRunner {
  /** The shards of a cluster; absent when the store is in one place. */
  readonly shards?: readonly [ShardRunner, ...ShardRunner[]]
  /**
   * The answer, in JSONCompactEachRow when the statement names no format. Rejects with an EngineError, a
   * Fault, or the signal's reason.
   */
  run(
    lane: 'insert' | Read['lane'],
    sql: string,
    read?: StatementRead,
    /** A server runs one statement per id at a time. The embedded engine ignores ids. */
    id?: string,
  ): Promise<Uint8Array>
  /**
   * The answer to a SELECT of events (row-binary/event-bytes.ts) in RowBinary: see SqlClient.chunks. Rejects
   * as `run` does.
   */
  chunks(sql: string, read: Omit<Read, 'lane'>): AsyncGenerator<EventBatch>
  /** Whether statements can be run now. */
  readonly ready: boolean
  close(): Promise<void>
}

/** Runs statements on one shard's own tables. */
export interface ShardRunner
  extends Pick<StatementRunner, 'run'>,
    Pick<ShardClient, 'own' | 'engineOf' | 'isReplicated'> {
  /** The answers of all replicas, each about itself. Rejects as `run` does. */
  onReplicas(sql: string): Promise<Uint8Array[]>
}

/** How a read statement is run. */
interface AskOptions {
  /** Default: the runner of the whole store. */
  on?: Pick<StatementRunner, 'run'>
  /** Default: JSONCompactEachRow. */
  format?: '' | ' FORMAT RowBinary'
  maxBytes?: number
  isSingleThreaded?: boolean
  /** Settings that limit SQL of users, after all others. */
  limits?: Readonly<Record<string, string | number>>
}

/**
 * The SQL client over a runner. `memoryBytes`: memory that all statements share. `readSettings`: further
 * settings of reads.
 */
export function statementClient(
  runner: StatementRunner,
  memoryBytes: number,
  readSettings: Readonly<Record<string, number>> = {},
): SqlClient {
  // With less memory than 900 MB, all limits are lower.
  const scale = Math.min(1, memoryBytes / (900 * megabyte))
  const answerBytes = Math.floor(maxReadBytes * scale)
  const settingsOf = (read: Read) => {
    const limit = Math.floor(maxMemoryBytes[read.lane] * scale)
    return {
      ...onFlyMutations,
      ...readSettings,
      max_execution_time: read.timeout,
      max_memory_usage: limit,
      max_bytes_before_external_group_by: Math.floor(limit / 3),
      max_bytes_before_external_sort: Math.floor(limit / 3),
      max_result_rows: maxRows,
      ...(read.lane === 'long' && {
        os_threads_nice_value_query: read.isBackground ? backgroundNice : longLaneNice,
      }),
      ...(read.isBackground && { max_threads: 1 }),
    }
  }
  const ask = async (
    sql: string,
    read: Read,
    { on = runner, format = '', maxBytes = answerBytes, isSingleThreaded, limits }: AskOptions = {},
  ): Promise<Uint8Array> => {
    keepStatementText(read.account, sql)
    const settings = {
      ...settingsOf(read),
      ...indexUse(sql),
      max_result_bytes: maxBytes,
      ...(isSingleThreaded && { max_threads: 1 }),
      ...limits,
    }
    // `max_result_bytes` counts a constant once for all rows of a block: the text of an answer may be a
    // thousand times longer, so its bytes are limited too.
    const bounded = limits === undefined ? read : { ...read, maxBytes }
    const run = (all: Record<string, string | number>) =>
      on.run(read.lane, statement(sql + format + settingsClause(all)), bounded)
    try {
      return await run(settings).catch(error => {
        if (!isIndexBehind(error)) throw error
        return run({ ...withoutIndexColumns, ...settings })
      })
    } catch (error) {
      const isLarge = error instanceof EngineError && error.code === engineCodes.tooManyRows
      throw isLarge ? new AnswerTooLargeError(maxBytes, error) : error
    }
  }
  const clientOf = (shard: ShardRunner): ShardClient => ({
    own: table => shard.own(table),
    engineOf: (table, family, version) => shard.engineOf(table, family, version),
    isReplicated: shard.isReplicated,
    async onReplicas(sql) {
      const answers = await withFaults(shard.onReplicas(sql))
      return answers.flatMap(answer => parseLines(Buffer.from(answer).toString()))
    },
    select: async (sql, read) => await parseRows(ask(sql, read, { on: shard })),
    async command(sql) {
      await withFaults(shard.run('short', sql))
    },
    async insert(sql, settings, id) {
      await withFaults(shard.run('insert', sql + settingsClause(settings), undefined, id))
    },
  })
  const [first, ...others] = runner.shards ?? [wholeStore(runner)]
  return {
    shards: [clientOf(first), ...others.map(clientOf)],
    select: async (sql, read) => await parseRows(ask(sql, read)),
    // One thread: exports are less urgent than queries.
    bytes: async (sql, read, maxBytes = answerBytes, threads = 'one') => {
      const isSingleThreaded = threads === 'one'
      return await withFaults(ask(sql, read, { format: ' FORMAT RowBinary', maxBytes, isSingleThreaded }))
    },
    limited: async (sql, read, maxBytes, settings) => {
      const limits = settings(Math.floor(maxMemoryBytes[read.lane] * scale))
      return await withFaults(ask(sql, read, { maxBytes, limits }))
    },
    async *chunks(sql, read, rows) {
      const settings = {
        ...settingsOf(read),
        ...indexUse(sql),
        // The limit would include the time of the consumer.
        max_execution_time: 0,
        max_threads: 1,
        // The statement has a LIMIT, and the rows are streamed.
        max_result_rows: 0,
        max_block_size: rows,
        // Buffering takes a third of the memory of such a read.
        read_in_order_use_buffering: 0,
        // The engine would build the sets while planning the statement, and its process would answer nothing
        // meanwhile.
        use_index_for_in_with_subqueries: 0,
      }
      const run = (all: Record<string, string | number>) =>
        runner.chunks(statement(sql + settingsClause(all)), read)
      try {
        let isBegun = false
        try {
          for await (const chunk of run(settings)) {
            isBegun = true
            yield chunk
          }
        } catch (error) {
          // The engine reports this error before it reads.
          if (isBegun || !isIndexBehind(error)) throw error
          yield* run({ ...withoutIndexColumns, ...settings })
        }
      } catch (error) {
        throw error instanceof EngineError ? faultOf(error) : error
      }
    },
    async command(sql) {
      await withFaults(runner.run('short', sql))
    },
    async insert(sql, settings, id) {
      await withFaults(runner.run('insert', sql + settingsClause(settings), undefined, id))
    },
    get ready() {
      return runner.ready
    },
    maxGroupBytes: Math.floor((maxMemoryBytes.long * scale * 2) / 3),
    close: () => runner.close(),
  }
}

/** A store in one place, as its only shard. */
function wholeStore(runner: StatementRunner): ShardRunner {
  return {
    run: (lane, sql, read, id) => runner.run(lane, sql, read, id),
    onReplicas: async sql => [await runner.run('long', sql)],
    own: table => table,
    engineOf,
    isReplicated: false,
  }
}

/** ENGINE of a table without replicas: see ShardClient. */
export const engineOf: ShardClient['engineOf'] = (_table, family, version) => {
  if (family === undefined) return 'MergeTree'
  return version === undefined ? family : `${family}(${version})`
}

/** Characters of an answer parsed without a pause: some milliseconds. */
const parseSliceLength = 400_000
/** Bytes that the engine process adds to a statement. */
const markerBytes = 100

/** Throws a Fault when the statement is too long for the engine because its filter is too large. */
export function statement(sql: string): string {
  if (Buffer.byteLength(sql) + markerBytes <= maxStatementBytes) return sql
  throw filterTooLarge()
}

function filterTooLarge(cause?: unknown): Fault {
  return new Fault('query_memory', {
    detail: 'The filter is too large for the event store; shorten it.',
    cause,
  })
}

/** The rows of an answer in JSONCompactEachRow. Yields to other work while it parses a long one. */
async function parseRows(answer: Promise<Uint8Array>): Promise<Cell[][]> {
  const text = Buffer.from(await withFaults(answer)).toString()
  if (text.length <= parseSliceLength) return parseLines(text)
  const rows: Cell[][] = []
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at + parseSliceLength)
    const end = newline === -1 ? text.length : newline + 1
    for (const row of parseLines(text.slice(at, end))) rows.push(row)
    at = end
    // Yields to other work.
    await setImmediate()
  }
  return rows
}

/** JSONCompactEachRow writes one array a line, so the lines are the items of one array. */
function parseLines(lines: string): Cell[][] {
  // Written by the engine: every row is an array of cells.
  return lines === '' ? [] : (JSON.parse(`[${lines.trimEnd().replaceAll('\n', ',')}]`) as Cell[][])
}

/** Makes a Fault of an EngineError that users may cause or must know. */
async function withFaults<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof EngineError) throw faultOf(error)
    throw error
  }
}

/**
 * The Fault of an error of the engine; an InterruptedError, or the error itself, if there is no Fault for it.
 */
function faultOf(error: EngineError): Error {
  const damaged = damagedPartOf(error)
  if (damaged !== undefined) {
    // An answer must not omit the rows of the damaged part silently.
    const detail = `Events of the part ${damaged} (its name begins with their day) are damaged on disk; other ranges can be read.`
    return new Fault('storage_damaged', { detail, cause: error })
  }
  switch (error.code) {
    case engineCodes.timeout:
      return new Fault('query_timeout', { cause: error })
    case engineCodes.memory:
      return new Fault('query_memory', { cause: error })
    case engineCodes.tooDeepStatement:
    case engineCodes.tooBigStatement:
      return filterTooLarge(error)
    case engineCodes.interrupted:
      return new InterruptedError(error.message, { cause: error })
    default:
      return error
  }
}
