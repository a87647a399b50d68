import type { Readable } from 'node:stream'
import type { ClickHouseClient } from '@clickhouse/client'
import { until } from '../../../async/until.ts'
import type { EventBatch, ReadAccount } from '../../contract/event-store.ts'
import { EngineError, engineCodes } from '../engine-error.ts'
import { addStatementCost } from '../read-account.ts'
import type { Cell } from '../sql-client.ts'
import type { ServerAddress } from './address.ts'
import { answerError, ConnectionLostError, isPeerLost, publicReason } from './answer-error.ts'
import { ControlClient, lockClient, type ServerOptions, statementsClient } from './clients.ts'
import { collect } from './collect.ts'
import { EventCutter } from './event-cutter.ts'
import { type Ping, ServerHealth } from './health.ts'
import { StatementKiller } from './killer.ts'
import type { StatementEnd } from './statement-end.ts'
import { StoreLock } from './store-lock.ts'

/** A stream is ended if its next batch is not requested for this time: it holds parts of the table. */
const idleTimeoutMs = 5_000
/** Timeout of a statement about the server itself. */
const ownTimeoutMs = 10_000

/** The rows of an insert, and settings of its statement. */
export interface InsertBody {
  stream: Readable
  settings: Record<string, string | number>
}

interface Statement {
  id: string
  sql: string
  account?: ReadAccount | undefined
  /** Maximum bytes of the answer; by default the maximum of all answers. */
  maxBytes?: number | undefined
}

/** One ClickHouse server: its connections, its health, and the statements to be ended on it. */
export class Server {
  readonly name: string
  readonly address: ServerAddress
  readonly health: ServerHealth
  readonly #client: ClickHouseClient
  readonly #control: ControlClient
  readonly #killer: StatementKiller
  readonly #lock: StoreLock | undefined
  /**
   * Prepares the server for statements each time it begins to answer; it is not up before. Set by
   * store/server/.
   */
  prepare: (() => Promise<void>) | undefined

  /** `connections`: maximum connections for statements. */
  constructor(options: ServerOptions, connections: number) {
    const { name } = options.address
    this.name = name
    this.address = options.address
    this.#client = statementsClient(options, connections)
    this.#control = new ControlClient(options)
    if (options.owner !== undefined)
      this.#lock = new StoreLock(lockClient(options), options.owner, () => void this.health.check())
    this.health = new ServerHealth(name, () => this.#check(), options.log)
    this.#killer = new StatementKiller(
      ids => this.#control.kill(ids),
      reason => options.log(`the ClickHouse server ${name} does not end statements: ${reason}`),
    )
  }

  /** Ends an abandoned statement. */
  kill(id: string): void {
    this.#killer.kill(id)
  }

  /** Rows of a statement about the server itself, even while the server is not up. */
  async select(sql: string): Promise<Cell[][]> {
    const signal = AbortSignal.timeout(ownTimeoutMs)
    try {
      const { stream } = await this.#client.exec({
        query: sql,
        abort_signal: signal,
        clickhouse_settings: { wait_end_of_query: 1 },
      })
      const lines = Buffer.from(await collect(stream, signal))
        .toString()
        .trimEnd()
      // Written by the server: each line is a row, an array of cells.
      return lines === '' ? [] : lines.split('\n').map(line => JSON.parse(line) as Cell[])
    } catch (error) {
      throw answerError(error, this.name)
    }
  }

  /**
   * One whole answer. Rejects with an EngineError, a Fault, a ConnectionLostError, or the error of `end`.
   * Calls `abandon` when the server may still run the statement.
   */
  async ask(
    { id, sql, account, maxBytes }: Statement,
    end: StatementEnd,
    abandon: () => void,
    body?: InsertBody,
  ): Promise<Uint8Array> {
    /** Whether the server no longer runs the statement. */
    let isAnswered = false
    try {
      const since = performance.now()
      const { stream, summary } = await this.#client.exec({
        query: sql,
        query_id: id,
        abort_signal: end.signal,
        ...(body !== undefined && { values: body.stream }),
        // An error in the middle of an answer then has its own status and code.
        clickhouse_settings: { ...body?.settings, wait_end_of_query: 1 },
      })
      const bytes = await collect(stream, end.signal, maxBytes)
      isAnswered = true
      const nanoseconds = Number(summary?.elapsed_ns ?? 0)
      addStatementCost(account, nanoseconds > 0 ? nanoseconds / 1e9 : (performance.now() - since) / 1_000)
      return bytes
    } catch (error) {
      const known = end.error ?? answerError(error, this.name)
      // An error of the server, or an answer that is too large: the server no longer runs the statement.
      isAnswered = known instanceof EngineError
      throw known
    } finally {
      end.release()
      if (!isAnswered) abandon()
    }
  }

  /**
   * The answer in RowBinary, in batches with separate timeouts. Rejects as `ask` does, but with
   * `interrupted` for a lost connection.
   */
  async *stream(
    { id, sql, account }: Statement,
    newEnd: () => StatementEnd,
    abandon: () => void,
  ): AsyncGenerator<EventBatch> {
    let end = newEnd()
    let stream: Readable | undefined
    /** Whether the server no longer runs the statement. */
    let isEnded = false
    const since = performance.now()
    try {
      const answer = await this.#client.exec({
        query: `${sql} FORMAT RowBinary`,
        query_id: id,
        abort_signal: end.signal,
      })
      stream = answer.stream
      const tag = answer.response_headers['x-clickhouse-exception-tag']
      const cutter = new EventCutter(typeof tag === 'string' ? tag : undefined)
      const reader = new StreamReader(stream)
      for (;;) {
        const next = await nextOf(reader, cutter, end.signal)
        const batch = next === undefined ? cutter.end() : cutter.push(next)
        if (batch !== undefined) {
          end.release()
          yield* whileRead(batch, () => stream?.destroy(new Error('the reader wants no more')))
          end = newEnd()
        }
        if (next === undefined) break
      }
      isEnded = true
    } catch (error) {
      const known = end.error ?? answerError(error, this.name)
      isEnded = known instanceof EngineError
      const isLost =
        known instanceof ConnectionLostError || (known instanceof EngineError && isPeerLost(known))
      if (!isLost) throw known
      void this.health.check()
      throw new EngineError(engineCodes.interrupted, known.message)
    } finally {
      end.release()
      stream?.destroy()
      if (isEnded) addStatementCost(account, (performance.now() - since) / 1_000)
      else abandon()
    }
  }

  async close(): Promise<void> {
    this.health.close()
    this.#killer.close()
    await Promise.all([this.#lock?.close(), this.#client.close(), this.#control.close()])
  }

  /** Pings the server, takes the store's lock unless it is held, and prepares a server that was not up. */
  async #check(): ReturnType<Ping> {
    const failure = await this.#control.ping()
    if (failure !== undefined) return failure
    try {
      const reason = await this.#lock?.take()
      if (reason !== undefined) return { reason, isRefused: true }
      if (!this.health.isUp) await this.prepare?.()
      return undefined
    } catch (error) {
      const cause = error instanceof ConnectionLostError ? error.cause : error
      return { reason: publicReason(cause), detail: String(error), isRefused: true }
    }
  }
}

/** Yields a batch. Calls `giveUp` when the next one is not requested for some seconds. */
function* whileRead(batch: EventBatch, giveUp: () => void): Generator<EventBatch> {
  const timer = setTimeout(giveUp, idleTimeoutMs)
  try {
    yield batch
  } finally {
    clearTimeout(timer)
  }
}

/** The next bytes; undefined at the end. The server's errors take precedence over the connection's errors. */
async function nextOf(reader: StreamReader, cutter: EventCutter, signal: AbortSignal) {
  try {
    return await until(reader.next(), { signal })
  } catch (error) {
    if (!signal.aborted) cutter.throwIfRefused()
    throw error
  }
}

/** Bytes read ahead, from which on the stream pauses. */
const maxWaitingBytes = 1_000_000

/**
 * Reads a stream chunk by chunk. Delivers data before an error first: the server sends the reason for ending
 * an answer last.
 */
class StreamReader {
  readonly #stream: Readable
  readonly #chunks: Uint8Array[] = []
  /** Bytes of the chunks. */
  #bytes = 0
  /** Set when the stream has ended, with its error if it failed. */
  #end: { error: Error | undefined } | undefined
  /** Ends the wait of `next` for data. */
  #wake: (() => void) | undefined

  constructor(stream: Readable) {
    this.#stream = stream
    stream.on('data', (chunk: Uint8Array) => this.#add(chunk))
    stream.on('end', () => this.#finish(undefined))
    stream.on('error', error => this.#finish(error))
    stream.on('close', () => this.#finish(new Error('the connection was closed')))
  }

  /** The next bytes; undefined at the end. Rejects with the error of the stream. */
  async next(): Promise<Uint8Array | undefined> {
    while (this.#chunks.length === 0 && this.#end === undefined) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      this.#stream.resume()
      await promise
    }
    const chunk = this.#chunks.shift()
    if (chunk !== undefined) this.#bytes -= chunk.length
    else if (this.#end?.error !== undefined) throw this.#end.error
    return chunk
  }

  #add(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes >= maxWaitingBytes) this.#stream.pause()
    this.#wake?.()
  }

  #finish(error: Error | undefined): void {
    this.#end ??= { error }
    this.#wake?.()
  }
}
