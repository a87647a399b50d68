import { until } from '../../../async/until.ts'
import { Fault } from '../../../schema/fault.ts'
import type { EventBatch, Read, ReadAccount } from '../../contract/event-store.ts'
import { EngineError, engineCodes } from '../engine-error.ts'
import { addStatementCost } from '../read-account.ts'
import type { StatementRead, StatementRunner } from '../statement-client.ts'
import { type EngineOptions, EngineProcess } from './engine-process.ts'
import type { FromEngine, Lane } from './protocol.ts'
import { Quarantine } from './quarantine.ts'

/** How long statements wait for a restarted engine before they fail with storage_unavailable. */
const restartTimeoutMs = 10_000

/**
 * The embedded engine as the main process sees it: starts the engine process, sends it statements and returns
 * their answers. If the process ends, it is restarted. Reads that it was running are retried once; if the
 * process ends again while it runs such a read, that read is refused for a while (quarantine.ts). Two kinds
 * of statements fail instead: inserts, which the spool repeats (store/append/append.ts), and streamed reads,
 * which their readers resume after the last chunk.
 */
export class Engine implements StatementRunner {
  readonly #process: EngineProcess
  readonly #quarantine: Quarantine
  /** Statements without a complete answer yet, by id. */
  readonly #statements = new Map<number, Statement>()
  #nextId = 1
  /** See `onRestart`. */
  #onRestart: (() => void) | undefined
  /** Resolves when the process is ready. Rejects when it will not be ready for a while. */
  #ready = deferred<void>()

  constructor(options: EngineOptions) {
    this.#quarantine = new Quarantine(options.log)
    this.#process = new EngineProcess(options, {
      ready: () => this.#becomeReady(),
      message: message => this.#receive(message),
      chunk: (id, chunk) => this.#receiveChunk(id, chunk),
      ended: () => this.#restart(),
      unavailable: () => this.#failAll(new Fault('storage_unavailable', { retryAfter: 5 })),
    })
  }

  /** Starts the process. Rejects if the folder cannot be opened, as when another process has locked it. */
  async open(): Promise<void> {
    await this.#process.start()
  }

  /** Calls the listener each time that a restarted process is ready. There is at most one listener. */
  onRestart(listener: () => void): void {
    this.#onRestart = listener
  }

  get ready(): boolean {
    return this.#process.isReady
  }

  /** Figures of the process, for metrics. */
  get usage(): Pick<EngineProcess, 'residentBytes' | 'memoryLimit' | 'starts'> {
    return this.#process
  }

  /** Process id of the engine, for tests and the list of processes; undefined without a process. */
  get pid(): number | undefined {
    return this.#process.pid
  }

  /**
   * Runs one statement. Rejects with an EngineError, the signal's reason, or a Fault storage_unavailable,
   * query_quarantined or starting (while closing). Adds its cost to the account.
   */
  async run(
    lane: 'insert' | Read['lane'],
    sql: string,
    { signal, account, maxBytes }: StatementRead = {},
  ): Promise<Uint8Array> {
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    /** The answer, if it comes through the pipe. */
    const piped = Promise.withResolvers<Uint8Array>()
    const statement: Statement = {
      lane,
      sql,
      maxBytes,
      wasResent: false,
      account,
      onChunk: ({ bytes }) => piped.resolve(bytes),
      onDone: bytes => resolve(bytes ?? piped.promise),
      onError: reject,
    }
    const id = await this.#start(statement, signal)
    try {
      return await until(promise, { signal })
    } finally {
      this.#abandon(id)
    }
  }

  /**
   * The answer to a SELECT in RowBinary, in chunks. The engine makes the next chunk when the caller asks for
   * it. `timeout` applies to each chunk. Rejects as `run` does. Also rejects with a Fault query_timeout, and
   * with the code `interrupted` when the process ended or the caller requested no chunk for some seconds.
   */
  async *chunks(sql: string, { signal, timeout, account }: Omit<Read, 'lane'>): AsyncGenerator<EventBatch> {
    let next = deferred<EventBatch | undefined>()
    const statement: Statement = {
      lane: 'chunks',
      sql,
      wasResent: false,
      account,
      onChunk: chunk => next.resolve(chunk),
      onDone: () => next.resolve(undefined),
      onError: error => next.reject(error),
    }
    const id = await this.#start(statement, signal)
    const limits = { signal, timeoutMs: timeout * 1_000, timeoutError: () => new Fault('query_timeout') }
    try {
      for (;;) {
        const chunk = await until(next.promise, limits)
        if (chunk === undefined) return
        next = deferred<EventBatch | undefined>()
        yield chunk
        this.#process.send({ kind: 'more', id })
      }
    } finally {
      this.#abandon(id)
    }
  }

  /** Lets inserts finish, ends reads and closes the folder. Kills the process after 8 s. */
  async close(): Promise<void> {
    await this.#process.close()
    // This code also means that the service is stopping.
    this.#failAll(new Fault('starting'))
  }

  /** Sends a statement, once the process is ready. Returns its id. */
  async #start(statement: Statement, signal: AbortSignal | undefined): Promise<number> {
    signal?.throwIfAborted()
    if (!this.#process.isReady) {
      if (this.#process.isClosing) throw new Fault('starting')
      const timeoutError = () => new Fault('storage_unavailable', { retryAfter: 2 })
      await until(this.#ready.promise, { signal, timeoutMs: restartTimeoutMs, timeoutError })
    }
    this.#quarantine.check(statement.sql)
    const id = this.#nextId++
    this.#statements.set(id, statement)
    this.#send(id, statement)
    return id
  }

  /** Called when the caller needs no more of the answer. Cancels the statement unless it was answered. */
  #abandon(id: number): void {
    if (!this.#statements.delete(id)) return
    if (!this.#quarantine.withdraw(id)) this.#process.send({ kind: 'cancel', id })
  }

  /**
   * Sends a statement to the process. A read that the quarantine suspects of ending the process may have to
   * wait for `#sendNextSuspect`; while the process restarts, all statements wait for `#becomeReady`.
   */
  #send(id: number, { lane, sql, maxBytes }: Statement): void {
    if (this.#process.isReady && (lane === 'insert' || this.#quarantine.admit(id, { lane, sql })))
      this.#process.send({ kind: 'run', id, lane, sql, maxBytes })
  }

  /** Sends the next read that waits in the quarantine, if it may run now. */
  #sendNextSuspect(): void {
    const id = this.#quarantine.takeNext()
    const statement = id === undefined ? undefined : this.#statements.get(id)
    if (id === undefined || statement === undefined) return
    const { lane, sql, maxBytes } = statement
    this.#process.send({ kind: 'run', id, lane, sql, maxBytes })
  }

  #receive(message: FromEngine): void {
    if (message.kind !== 'done' && message.kind !== 'failed') return
    const { id } = message
    const isCancelled = message.kind === 'failed' && message.code === engineCodes.queryCancelled
    // A cancelled read may still be one that ends the process.
    if (!isCancelled) this.#quarantine.clearSuspicion(id)
    this.#quarantine.settle(id)
    const statement = this.#statements.get(id)
    // A large answer may still come through the pipe.
    if (message.kind === 'failed' || message.bytes !== undefined) this.#statements.delete(id)
    if (message.kind === 'failed') statement?.onError(new EngineError(message.code, message.message))
    else if (statement !== undefined) {
      addStatementCost(statement.account, message.engineSeconds)
      statement.onDone(message.bytes)
    }
    this.#sendNextSuspect()
  }

  #receiveChunk(id: number, chunk: EventBatch): void {
    this.#quarantine.clearSuspicion(id)
    this.#statements.get(id)?.onChunk(chunk)
    this.#sendNextSuspect()
  }

  #becomeReady(): void {
    for (const [id, statement] of sortForResending(this.#statements)) this.#send(id, statement)
    this.#ready.resolve()
    if (this.#process.starts > 1) this.#onRestart?.()
  }

  /** Fails the statements that the next process will not run, after one has ended; keeps the others. */
  #restart(): void {
    this.#ready = deferred<void>()
    const ran = this.#quarantine.onProcessExit()
    for (const [id, statement] of this.#statements) {
      const error = this.#refusalToRetry(statement, ran.has(id))
      if (error === undefined) continue
      this.#statements.delete(id)
      statement.onError(error)
    }
  }

  /** Why the next process will not run a statement, if so. `ran`: the process that ended was running it. */
  #refusalToRetry(statement: Statement, ran: boolean): unknown {
    const unavailable = () => new Fault('storage_unavailable', { retryAfter: 1 })
    if (statement.lane === 'chunks')
      return new EngineError(engineCodes.interrupted, 'the engine process ended')
    if (statement.lane === 'insert') return unavailable()
    if (!ran) return undefined
    try {
      this.#quarantine.check(statement.sql)
    } catch (refusal) {
      return refusal
    }
    if (statement.wasResent) return unavailable()
    statement.wasResent = true
    return undefined
  }

  #failAll(error: Fault): void {
    for (const statement of this.#statements.values()) statement.onError(error)
    this.#statements.clear()
    this.#ready.reject(error)
    this.#ready = deferred<void>()
  }
}

/** A promise whose rejection may go unhandled. */
function deferred<T>(): PromiseWithResolvers<T> {
  const later = Promise.withResolvers<T>()
  later.promise.catch(() => {})
  return later
}

/** Whether an error says that another process has locked the folder. */
export function isLocked(error: unknown): boolean {
  return error instanceof EngineError && error.code === engineCodes.lockedFolder
}

/** A statement sent to the engine, with the callbacks for its answer. */
interface Statement {
  lane: Lane
  sql: string
  /** Maximum bytes of the answer. Default: maxAnswerBytes. */
  maxBytes?: number | undefined
  /** Already resent once, because the engine process exited while it ran. It is not resent again. */
  wasResent: boolean
  /** Adds up the cost of the read that the statement belongs to. */
  account: ReadAccount | undefined
  /** Called with each chunk in the lane `chunks`; otherwise with an answer that comes through the pipe. */
  onChunk: (chunk: EventBatch) => void
  /** Called with the whole answer, or undefined if it comes through the pipe; after the last chunk. */
  onDone: (bytes: Uint8Array | undefined) => void
  onError: (error: unknown) => void
}

/**
 * Statements by id, in the order in which a restarted engine gets them: first all that are not in the lane
 * `long`, and of these the newest first. A statement that crashed the engine was probably sent shortly before
 * the crash, and a short one is answered soon. The quarantine runs suspects one at a time, so the order
 * decides how soon it finds the statement that crashes the engine.
 */
function sortForResending(statements: ReadonlyMap<number, Statement>): [number, Statement][] {
  return [...statements].sort(([idA, a], [idB, b]) => {
    // Ids ascend, so a higher id is newer.
    return Number(a.lane === 'long') - Number(b.lane === 'long') || idB - idA
  })
}
