import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ClickHouseClient } from '@clickhouse/client'
import pLimit from 'p-limit'
import { Fault } from '../../schema/fault.ts'
import { EngineError, engineCodes } from '../engine-error.ts'
import { charge } from '../read-account.ts'
import type { StatementRunner } from '../statement-client.ts'
import type { EventBatch, Read } from '../store.ts'
import { until } from '../until.ts'
import { answerError, ConnectionLostError } from './answer-error.ts'
import { ControlClient, lockClient, type ServerOptions, statementsClient } from './clients.ts'
import { collect } from './collect.ts'
import { EventCutter } from './event-cutter.ts'
import { type Ping, ServerHealth } from './health.ts'
import { Killer } from './killer.ts'
import { StatementEnd } from './statement-end.ts'
import { StoreLock } from './store-lock.ts'
import { StreamReader } from './stream-reader.ts'

/** Statements of each lane that the server is asked at once: each has a connection. */
const lanes = { insert: 4, short: 12, long: 4, chunks: 4 } as const
type Lane = keyof typeof lanes

/** Statements that may wait in one lane; more are refused at once. */
const maxWaiting = 1_000
/** Seconds until a statement without a timeout of its own is given up. */
const defaultTimeout = 600
/** The server ends a statement after its timeout; we do, when it does not. */
const graceMs = 1_000
/** How often a read is asked again whose connection broke. */
const maxRetries = 2
/** A stream that nobody reads for so long is ended: it holds parts of the table. */
const idleTimeoutMs = 5_000
const openTimeoutMs = 60_000

/** The rows of an insert, and settings of its statement. */
export interface InsertBody {
  stream: Readable
  settings: Record<string, string | number>
}

/** Runs statements on a ClickHouse server, over HTTP. Reads whose connection breaks are asked again; inserts fail, and the spool repeats them. */
export class ServerRunner implements StatementRunner {
  readonly health: ServerHealth
  readonly #name: string
  readonly #client: ClickHouseClient
  readonly #control: ControlClient
  readonly #killer: Killer
  readonly #lock: StoreLock | undefined
  readonly #idPrefix = `millrace-${randomUUID()}`
  readonly #limits: Record<Lane, ReturnType<typeof pLimit>>
  #lastId = 0

  constructor(options: ServerOptions) {
    const { name } = options.address
    this.#name = name
    this.#client = statementsClient(options, lanes)
    this.#control = new ControlClient(options)
    if (options.isGuest !== true)
      this.#lock = new StoreLock(lockClient(options), () => void this.health.check())
    this.health = new ServerHealth(name, () => this.#check(), options.log)
    this.#killer = new Killer(ids => this.#control.kill(ids))
    this.#limits = {
      insert: pLimit(lanes.insert),
      short: pLimit(lanes.short),
      long: pLimit(lanes.long),
      chunks: pLimit(lanes.chunks),
    }
  }

  /** Waits until the server answers; rejects with a Fault that names it. */
  async open(): Promise<void> {
    void this.health.check()
    await this.health.untilUp(undefined, openTimeoutMs)
  }

  get ready(): boolean {
    return this.health.isUp
  }

  async run(lane: 'insert' | Read['lane'], sql: string, read: Partial<Omit<Read, 'lane'>> = {}) {
    const id = this.#nextId()
    return await this.#inLane(lane, read.signal, () => this.#runAgain(lane, id, sql, read))
  }

  /** Inserts what `stream` reads by a statement that ends with its format. Of statements with the same id the server runs one at a time. */
  async insert(sql: string, body: InsertBody, id: string, timeout: number): Promise<void> {
    await this.#inLane('insert', undefined, () => this.#runAgain('insert', id, sql, { timeout }, body))
  }

  async *chunks(sql: string, read: Omit<Read, 'lane'>): AsyncGenerator<EventBatch> {
    const done = Promise.withResolvers<void>()
    const turn = Promise.withResolvers<void>()
    const slot = this.#inLane('chunks', read.signal, async () => {
      turn.resolve()
      await done.promise
    })
    slot.catch(turn.reject)
    try {
      await turn.promise
      yield* this.#stream(sql, read)
    } finally {
      done.resolve()
    }
  }

  async close(): Promise<void> {
    this.health.close()
    this.#killer.close()
    await Promise.all([this.#lock?.close(), this.#client.close(), this.#control.close()])
  }

  /** Pings the server, and takes the lock of the store when the connection that held it broke. */
  async #check(): ReturnType<Ping> {
    const failure = await this.#control.ping()
    if (failure !== undefined) return failure
    const reason = await this.#lock?.take().catch(error => String(error))
    return reason === undefined ? undefined : { reason, isRefused: true }
  }

  #nextId(): string {
    return `${this.#idPrefix}-${++this.#lastId}`
  }

  async #inLane<T>(lane: Lane, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted()
    const limit = this.#limits[lane]
    if (limit.pendingCount >= maxWaiting) throw new Fault('overloaded', { retryAfter: 2 })
    const turn = limit(async () => {
      signal?.throwIfAborted()
      return await work()
    })
    return await until(turn, { signal })
  }

  async #runAgain(
    lane: 'insert' | Read['lane'],
    id: string,
    sql: string,
    read: Partial<Omit<Read, 'lane'>>,
    body?: InsertBody,
  ): Promise<Uint8Array> {
    for (let attempt = 0; ; attempt++) {
      await this.health.untilUp(read.signal)
      try {
        return await this.#ask(attempt === 0 ? id : `${id}-${attempt}`, sql, read, body)
      } catch (error) {
        if (!(error instanceof ConnectionLostError)) throw error
        void this.health.check()
        if (lane === 'insert' || attempt === maxRetries) throw this.#unavailable(error)
      }
    }
  }

  /** One answer, whole. Rejects with an EngineError, a Fault, a ConnectionLostError or the reason of the signal. */
  async #ask(
    id: string,
    sql: string,
    { signal, timeout = defaultTimeout, account }: Partial<Omit<Read, 'lane'>>,
    body: InsertBody | undefined,
  ): Promise<Uint8Array> {
    const end = new StatementEnd(signal, this.health.down, timeout * 1_000 + graceMs)
    let isAnswered = false
    try {
      const since = performance.now()
      const { stream, summary } = await this.#client.exec({
        query: sql,
        query_id: id,
        abort_signal: end.signal,
        ...(body !== undefined && { values: body.stream }),
        // An error in the middle of an answer has its status and code.
        clickhouse_settings: { ...body?.settings, wait_end_of_query: 1 },
      })
      const bytes = await collect(stream, end.signal)
      isAnswered = true
      const nanoseconds = Number(summary?.elapsed_ns ?? 0)
      charge(account, nanoseconds > 0 ? nanoseconds / 1e9 : (performance.now() - since) / 1_000)
      return bytes
    } catch (error) {
      const known = end.error ?? answerError(error, this.#name)
      isAnswered = known instanceof EngineError
      throw known
    } finally {
      end.release()
      // An insert goes on to its own end: what repeats it has the same id, and would be killed instead.
      if (!isAnswered && body === undefined) this.#killer.kill(id)
    }
  }

  async *#stream(sql: string, { signal, timeout, account }: Omit<Read, 'lane'>): AsyncGenerator<EventBatch> {
    await this.health.untilUp(signal)
    const id = this.#nextId()
    let end = new StatementEnd(signal, this.health.down, timeout * 1_000)
    let stream: Readable | undefined
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
          yield* whileRead(batch, () => stream?.destroy(new Error('nobody wanted more')))
          end = new StatementEnd(signal, this.health.down, timeout * 1_000)
        }
        if (next === undefined) break
      }
      isEnded = true
    } catch (error) {
      const known = end.error ?? answerError(error, this.#name)
      isEnded = known instanceof EngineError
      if (!(known instanceof ConnectionLostError)) throw known
      void this.health.check()
      throw new EngineError(engineCodes.interrupted, known.message)
    } finally {
      end.release()
      stream?.destroy()
      if (isEnded) charge(account, (performance.now() - since) / 1_000)
      else this.#killer.kill(id)
    }
  }

  #unavailable(cause: unknown): Fault {
    if (!this.health.isUp) return this.health.fault()
    const detail = `The connection to the ClickHouse server ${this.#name} broke.`
    return new Fault('storage_unavailable', { detail, retryAfter: 1, cause })
  }
}

/** Yields a batch; `giveUp` is called when nobody asks for the next one for some seconds. */
function* whileRead(batch: EventBatch, giveUp: () => void): Generator<EventBatch> {
  const timer = setTimeout(giveUp, idleTimeoutMs)
  try {
    yield batch
  } finally {
    clearTimeout(timer)
  }
}

/** The next bytes; undefined at the end. An error of the connection comes after what the server said before it. */
async function nextOf(reader: StreamReader, cutter: EventCutter, signal: AbortSignal) {
  try {
    return await until(reader.next(), { signal })
  } catch (error) {
    if (!signal.aborted) cutter.throwIfRefused()
    throw error
  }
}
