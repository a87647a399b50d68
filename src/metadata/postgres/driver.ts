import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { DatabaseError, Pool, type PoolClient, type PoolConfig } from 'pg'
import { Fault } from '../../schema/fault.ts'
import { commitWithEntry } from '../audit/pending-entry.ts'
import { hasChanged, isRead } from '../database/changing-statement.ts'
import { Mutex } from './mutex.ts'
import { bindable } from './values.ts'

/** Key of the advisory lock of all writers of a database, in all processes: an arbitrary number. */
export const writersLock = 5_274_614_801

export interface DriverOptions {
  /** See `openPool`. `destroy` ends it. */
  pool: Pool
  /** Maximum time that a writer waits for other writers of this process. */
  writerTimeoutMs: number
}

/** Makes a pool of connections. `warn` is called for connections that end while they are idle. */
export function openPool(config: PoolConfig, warn: (error: Error) => void): Pool {
  const pool = new Pool(config)
  pool.on('error', warn)
  // A client in use reports errors to its statements; without a listener the error would end the program.
  pool.on('connect', client => void client.on('error', () => {}))
  return pool
}

/**
 * Lets one writer at a time into the database, as SQLite does. A transaction, and each writing statement
 * outside of one, holds an advisory lock from its start. So the rows that it reads stay the same until it
 * ends, and ids have the order of the commits. Readers do not wait. Within a process, a mutex lets one writer
 * at a time take a connection.
 */
export class PostgresDriver implements Driver {
  readonly #options: DriverOptions
  /** Held by the writer of this process. */
  readonly #writers = new Mutex()
  #pool: Pool | undefined

  constructor(options: DriverOptions) {
    this.#options = options
    this.#pool = options.pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<KyselyConnection> {
    if (this.#pool === undefined) throw new Error('the metadata is closed')
    return new KyselyConnection(this.#pool, this.#writers, this.#options.writerTimeoutMs)
  }

  beginTransaction(connection: KyselyConnection): Promise<void> {
    return connection.begin()
  }

  commitTransaction(connection: KyselyConnection): Promise<void> {
    return commitWithEntry(connection, () => connection.commit())
  }

  rollbackTransaction(connection: KyselyConnection): Promise<void> {
    return connection.rollBack()
  }

  async releaseConnection(connection: KyselyConnection): Promise<void> {
    await connection.rollBack()
  }

  async destroy(): Promise<void> {
    const pool = this.#pool
    this.#pool = undefined
    await pool?.end()
  }
}

/** Runs single statements beside the writers: see OpenedDatabase.beside. */
export class BesideDriver implements Driver {
  readonly #pool: Pool

  /** The driver of the writers ends the pool. */
  constructor(pool: Pool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: <Row>({ sql, parameters }: CompiledQuery) =>
        runAlone<Row>(this.#pool, sql, parameters.map(bindable)),
      streamQuery: refuseStream,
    }
  }

  /** A transaction would hold rows while it waits for others, which may wait for it. */
  async beginTransaction(): Promise<void> {
    throw new Error('no transaction runs beside the writers')
  }

  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

/** Takes a client of the pool for each statement, and for each transaction. */
class KyselyConnection implements DatabaseConnection {
  readonly #pool: Pool
  readonly #writers: Mutex
  readonly #writerTimeoutMs: number
  /** The client of the open transaction. */
  #client: PoolClient | undefined
  /** The error that broke the connection during the transaction. */
  #failure: Error | undefined

  constructor(pool: Pool, writers: Mutex, writerTimeoutMs: number) {
    this.#pool = pool
    this.#writers = writers
    this.#writerTimeoutMs = writerTimeoutMs
  }

  async executeQuery<Row>(statement: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = statement
    // Throws before a connection is taken, since a wrong value must not look like an outage.
    const values = parameters.map(bindable)
    if (this.#client !== undefined) return this.#run(this.#client, sql, values)
    if (isRead(statement)) return runAlone(this.#pool, sql, values)
    await this.begin()
    try {
      // Runs in the transaction that is open now.
      const result = await this.executeQuery<Row>(statement)
      await (hasChanged(result) ? commitWithEntry(this, () => this.commit()) : this.commit())
      return result
    } finally {
      // Does nothing after a commit.
      await this.rollBack()
    }
  }

  readonly streamQuery = refuseStream

  async begin(): Promise<void> {
    const timeoutError = () => new Fault('metadata_unavailable', { retryAfter: 1 })
    await this.#writers.lock(this.#writerTimeoutMs, timeoutError)
    try {
      this.#client = await connect(this.#pool)
      await this.#run(this.#client, `begin; select pg_advisory_xact_lock(${writersLock})`)
    } catch (error) {
      if (this.#client === undefined) this.#writers.unlock()
      else await this.rollBack()
      throw error
    }
  }

  async commit(): Promise<void> {
    if (this.#client === undefined) throw new Error('no transaction is open')
    await this.#run(this.#client, 'commit')
    this.#end()
  }

  /** Does nothing without a transaction. Never rejects: the server rolls back a lost transaction. */
  async rollBack(): Promise<void> {
    if (this.#client === undefined) return
    if (this.#failure === undefined) await this.#run(this.#client, 'rollback').catch(() => {})
    this.#end()
  }

  /** Ends the transaction: gives the client back to the pool, and the mutex to the next writer. */
  #end(): void {
    this.#client?.release(this.#failure)
    this.#client = undefined
    this.#failure = undefined
    this.#writers.unlock()
  }

  /** Runs a statement of the transaction. */
  async #run<Row>(client: PoolClient, sql: string, values?: unknown[]): Promise<QueryResult<Row>> {
    try {
      // The two statements of `begin` return a list of results, without `rows`.
      const { rows = [], rowCount } = await client.query(sql, values)
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
    } catch (error) {
      if (!isUsableAfter(error)) this.#failure = error as Error
      throw faultOf(error)
    }
  }
}

// biome-ignore lint/correctness/useYield: nothing of the metadata streams
async function* refuseStream<Row>(): AsyncIterableIterator<QueryResult<Row>> {
  throw new Error('the metadata does not stream')
}

/** Runs a statement outside of a transaction, without the lock of the writers. */
async function runAlone<Row>(pool: Pool, sql: string, values: unknown[]): Promise<QueryResult<Row>> {
  const client = await connect(pool)
  let failure: Error | undefined
  try {
    const { rows, rowCount } = await client.query(sql, values)
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  } catch (error) {
    if (!isUsableAfter(error)) failure = error as Error
    throw faultOf(error)
  } finally {
    client.release(failure)
  }
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw faultOf(error)
  }
}

/** SQLSTATE codes and classes of errors that the statement did not cause: it may be tried again. */
const outageCodes = [
  '08', // the connection
  '53', // connections, memory or disk of the server are used up
  '57P', // the server ends or starts
  '57014', // the statement took too long
  '55P03', // the lock was not available in time
  '25P03', // the transaction did nothing for too long
  '25006', // the server has become a replica
  '40', // deadlock, serialization
  '28', // the role or its password was changed
  '3D', // the database is being moved
]

/** Whether an error concerns the server or the connection to it, instead of the statement. */
function isServerError(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return error instanceof Error && !(error instanceof TypeError)
  return outageCodes.some(code => error.code?.startsWith(code))
}

/** Maps errors of `pg` to API errors: an outage becomes a retryable 503. */
export function faultOf(error: unknown): unknown {
  return isServerError(error) ? new Fault('metadata_unavailable', { retryAfter: 1, cause: error }) : error
}

/** The codes among `outageCodes` after which the connection is gone. */
const brokenConnectionCodes = ['08', '57P', '25P03']

/** Whether a client may be used again after this error. */
export function isUsableAfter(error: unknown): boolean {
  return error instanceof DatabaseError && !brokenConnectionCodes.some(code => error.code?.startsWith(code))
}
