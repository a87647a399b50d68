import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Fault } from '../../schema/fault.ts'
import type { EventBatch, Read, ReadAccount } from '../store.ts'
import { awaitChunk, type ChunkStream, expectChunk } from './chunk-stream.ts'
import { EngineError } from './engine-error.ts'
import { FrameReader, framePipe } from './frames.ts'
import { bySuspicion, charge, type PendingStatement } from './pending-statement.ts'
import { codeOf, engineCodes, type FromEngine, type Lane, type ToEngine } from './protocol.ts'
import { Quarantine } from './quarantine.ts'

export interface EngineOptions {
  /** Folder of the engine's data; one process at a time. */
  folder: string
  /** Bytes that the engine may use. */
  memory: number
  /** Silence of the process after which it is taken for hung and killed, milliseconds; default 6 s. */
  beatTimeoutMs?: number
  log: (message: string) => void
  /** Called each time a process is ready to answer, also after a restart. */
  onReady?: () => void
}

/** How long statements wait for a restarted engine before they fail with storage_unavailable. */
const restartTimeoutMs = 10_000
/** Memory that the engine has let go of is given back to the machine within half a second (in 5 otherwise): its rest is its smaller part. */
const allocatorSettings = 'dirty_decay_ms:500,muzzy_decay_ms:0'
const respawnDelayMs = 200
const watchIntervalMs = 500
const openTimeoutMs = 60_000

/**
 * The embedded engine as the main process sees it: one child process, started again whenever it dies or hangs. Reads that
 * were under way are tried once more, and refused for a while when it dies of them again; inserts fail and are repeated by the spool,
 * see append.ts.
 */
export class Engine {
  readonly #options: EngineOptions
  readonly #pending = new Map<number, PendingStatement>()
  readonly #opened = new Map<number, ChunkStream>()
  readonly #quarantine: Quarantine
  #child: ChildProcess | undefined
  #ready = false
  #closing = false
  #nextId = 1
  #lastBeat = 0
  #lastAnswer = 0
  #lastWatch = 0
  readonly #waiters = new Set<{ resolve: () => void; reject: (error: unknown) => void }>()
  #watchdog: NodeJS.Timeout | undefined

  constructor(options: EngineOptions) {
    this.#options = options
    this.#quarantine = new Quarantine(options.log)
  }

  /** Starts the process; rejects when the folder cannot be opened (for instance because another process holds it). */
  async open(): Promise<void> {
    await this.#spawn()
    this.#lastWatch = Date.now()
    this.#watchdog = setInterval(() => this.#watch(), watchIntervalMs)
    this.#watchdog.unref()
  }

  get ready(): boolean {
    return this.#ready
  }

  /** Process id of the engine, for tests and for the list of processes; undefined while there is none. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /**
   * Runs one statement; rejects with an EngineError, with the signal's reason, or with a Fault storage_unavailable or
   * query_quarantined. What it cost is added to the account.
   */
  async run(
    lane: PendingStatement['lane'],
    sql: string,
    signal?: AbortSignal,
    account?: ReadAccount,
  ): Promise<Uint8Array> {
    signal?.throwIfAborted()
    if (!this.#ready) await this.#untilReady(signal)
    signal?.throwIfAborted()
    this.#quarantine.check(sql)
    const id = this.#nextId++
    return await new Promise<Uint8Array>((resolve, reject) => {
      const onAbort = () => {
        if (!this.#pending.delete(id)) return
        this.#cancel(id)
        reject(signal?.reason)
      }
      const settle = <T>(act: (value: T) => void) => {
        return (value: T) => {
          signal?.removeEventListener('abort', onAbort)
          act(value)
        }
      }
      const [done, failed] = [settle(resolve), settle(reject)]
      this.#pending.set(id, { lane, sql, retried: false, account, resolve: done, reject: failed })
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#send(id, lane, sql)
    })
  }

  /**
   * The answer to a SELECT in RowBinary, piece by piece as the engine makes them; nothing is made ahead of the consumer. `timeout`
   * holds for each piece. Rejects as `run` does, with a Fault query_timeout, or with the code `interrupted`, be it that the process is gone
   * or that nobody wanted a piece for some seconds.
   */
  async *chunks(sql: string, { signal, timeout, account }: Omit<Read, 'lane'>): AsyncGenerator<EventBatch> {
    signal.throwIfAborted()
    if (!this.#ready) await this.#untilReady(signal)
    signal.throwIfAborted()
    this.#quarantine.check(sql)
    const id = this.#nextId++
    const opened: ChunkStream = { sql, account, next: expectChunk() }
    this.#opened.set(id, opened)
    this.#send(id, 'pieces', sql)
    try {
      for (;;) {
        const piece = await awaitChunk(opened.next, timeout, signal)
        if (piece === undefined) return
        opened.next = expectChunk()
        yield piece
        this.#say({ kind: 'more', id })
      }
    } finally {
      if (this.#opened.delete(id)) this.#cancel(id)
    }
  }

  /** Lets inserts finish, ends reads, closes the folder; kills the process after 8 s. */
  async close(): Promise<void> {
    this.#closing = true
    clearInterval(this.#watchdog)
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    await new Promise<void>(resolve => {
      const timer = setTimeout(() => child.kill('SIGKILL'), 8_000)
      child.once('exit', () => {
        clearTimeout(timer)
        resolve()
      })
      this.#say({ kind: 'close' })
    })
    this.#failAll(new Fault('starting'))
  }

  /** Gives a statement to the process, at once or when its turn among suspects has come. */
  #send(id: number, lane: Lane, sql: string): void {
    if (!this.#ready || !this.#child?.connected) return
    if (lane === 'insert' || this.#quarantine.admit(id, sql)) this.#hand(id)
  }

  #hand(id: number): void {
    const pending = this.#pending.get(id)
    const opened = this.#opened.get(id)
    if (pending !== undefined) this.#say({ kind: 'run', id, lane: pending.lane, sql: pending.sql })
    else if (opened !== undefined) this.#say({ kind: 'open', id, sql: opened.sql })
  }

  #sendNextSuspect(): void {
    const next = this.#quarantine.next()
    if (next !== undefined) this.#hand(next)
  }

  #cancel(id: number): void {
    if (!this.#quarantine.withdraw(id)) this.#say({ kind: 'cancel', id })
  }

  #say(message: ToEngine): void {
    if (this.#child?.connected) this.#child.send(message, () => {})
  }

  #spawn(): Promise<void> {
    const { folder, memory } = this.#options
    const child = fork(fileURLToPath(new URL('./process.ts', import.meta.url)), [folder, String(memory)], {
      serialization: 'advanced',
      execArgv: ['--no-warnings'],
      env: { JE_MALLOC_CONF: allocatorSettings, ...process.env, UV_THREADPOOL_SIZE: '16' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    })
    this.#listen(child)
    this.#child = child
    let complaint = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-2_000)
      if (this.#ready) this.#options.log(`the engine says: ${chunk.toString().trim().slice(0, 500)}`)
    })
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), openTimeoutMs)
      child.on('message', (message: FromEngine) => {
        if (message.kind === 'ready') {
          clearTimeout(timer)
          this.#becomeReady()
          resolve()
        } else if (message.kind === 'refused') complaint += message.message
        else this.#hear(message)
      })
      // 'close' comes after the last of standard error, which has the reason of a refusal.
      child.once('close', (code, signal) => {
        clearTimeout(timer)
        const reason = complaint.trim() || String(signal ?? code)
        reject(new EngineError(codeOf(reason), `the event store could not be opened: ${reason}`))
        const lost = () => this.#lost(child, signal ?? String(code))
        // What it said last tells which statements it ran.
        if (child.connected) child.once('disconnect', lost)
        else lost()
      })
      child.once('error', reject)
    })
  }

  /** Takes the pieces of answers. */
  #listen(child: ChildProcess): void {
    const reader = new FrameReader((id, piece) => {
      this.#quarantine.acquit(id)
      this.#opened.get(id)?.next.resolve(piece)
      this.#sendNextSuspect()
    })
    const pipe = child.stdio[framePipe]
    pipe?.on('error', error => this.#options.log(`the engine's pipe broke: ${error.message}`))
    pipe?.on('data', (chunk: Buffer) => {
      try {
        reader.read(chunk)
      } catch (error) {
        this.#options.log(`the engine is killed: ${error instanceof Error ? error.message : error}`)
        child.kill('SIGKILL')
      }
    })
  }

  /** A hung process sends nothing; a hung engine inside a living process answers no probe, for which it gets longer. */
  #watch(): void {
    const limit = this.#options.beatTimeoutMs ?? 6_000
    const now = Date.now()
    // When this process has been kept from working, so has that one (a machine with far too much to do, or one that slept).
    const late = Math.max(0, now - this.#lastWatch - watchIntervalMs)
    this.#lastWatch = now
    if (!this.#ready) return
    this.#lastBeat += late
    this.#lastAnswer += late
    if (now - this.#lastBeat < limit && now - this.#lastAnswer < limit * 5) return
    this.#options.log('the engine does not answer and is killed')
    this.#child?.kill('SIGKILL')
  }

  #hear(message: FromEngine): void {
    if (message.kind === 'beat') {
      this.#lastBeat = Date.now()
      if (message.engine) this.#lastAnswer = this.#lastBeat
    }
    if (message.kind === 'begun') this.#quarantine.started(message.id)
    if (message.kind !== 'done' && message.kind !== 'failed') return
    const isCancelled = message.kind === 'failed' && message.code === engineCodes.queryCancelled
    if (!isCancelled) this.#quarantine.acquit(message.id)
    this.#quarantine.settle(message.id)
    this.#answer(message)
    this.#sendNextSuspect()
  }

  #answer(message: Extract<FromEngine, { kind: 'done' | 'failed' }>): void {
    const opened = this.#opened.get(message.id)
    if (opened !== undefined) {
      this.#hearOf(opened, message)
      return
    }
    const pending = this.#pending.get(message.id)
    if (!pending) return
    this.#pending.delete(message.id)
    if (message.kind === 'done') {
      charge(pending.account, message.time)
      pending.resolve(message.bytes)
    } else pending.reject(new EngineError(message.code, message.message))
  }

  #hearOf({ next, account }: ChunkStream, message: Extract<FromEngine, { kind: 'done' | 'failed' }>): void {
    this.#opened.delete(message.id)
    if (message.kind === 'failed') next.reject(new EngineError(message.code, message.message))
    else {
      charge(account, message.time)
      next.resolve(undefined)
    }
  }

  #becomeReady(): void {
    this.#ready = true
    this.#lastBeat = Date.now()
    this.#lastAnswer = this.#lastBeat
    for (const [id, { lane, sql }] of bySuspicion(this.#pending)) this.#send(id, lane, sql)
    for (const waiter of this.#waiters) waiter.resolve()
    this.#options.onReady?.()
  }

  #lost(child: ChildProcess, how: string): void {
    if (this.#child !== child) return
    const wasReady = this.#ready
    this.#ready = false
    if (this.#closing || !wasReady) return
    this.#options.log(`the engine process ended (${how}) and is started again`)
    for (const { next } of this.#opened.values())
      next.reject(new EngineError(engineCodes.interrupted, 'the engine process ended'))
    this.#opened.clear()
    const ran = this.#quarantine.ended()
    for (const [id, pending] of this.#pending) {
      const error = this.#whyNotAgain(pending, ran.has(id))
      if (error === undefined) continue
      this.#pending.delete(id)
      pending.reject(error)
    }
    void this.#respawn()
  }

  /** Why a statement is not given to the next process; undefined when it is. */
  #whyNotAgain(pending: PendingStatement, ran: boolean): unknown {
    const unavailable = () => new Fault('storage_unavailable', { retryAfter: 1 })
    if (pending.lane === 'insert') return unavailable()
    if (!ran) return undefined
    try {
      this.#quarantine.check(pending.sql)
    } catch (refusal) {
      return refusal
    }
    if (pending.retried) return unavailable()
    pending.retried = true
    return undefined
  }

  async #respawn(): Promise<void> {
    for (let attempt = 0; !this.#closing; attempt++) {
      await new Promise(resolve => setTimeout(resolve, Math.min(respawnDelayMs * 2 ** attempt, 5_000)))
      if (this.#closing) return
      try {
        await this.#spawn()
        return
      } catch (error) {
        this.#options.log(
          `the engine could not be started: ${error instanceof Error ? error.message : error}`,
        )
        if (attempt >= 5) this.#failAll(new Fault('storage_unavailable', { retryAfter: 5 }))
      }
    }
  }

  async #untilReady(signal: AbortSignal | undefined): Promise<void> {
    if (this.#closing) throw new Fault('starting')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter = { resolve, reject }
    const abort = () => reject(signal?.reason)
    const timer = setTimeout(
      () => reject(new Fault('storage_unavailable', { retryAfter: 2 })),
      restartTimeoutMs,
    )
    signal?.addEventListener('abort', abort, { once: true })
    this.#waiters.add(waiter)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      this.#waiters.delete(waiter)
    }
  }

  #failAll(error: Fault): void {
    for (const pending of this.#pending.values()) pending.reject(error)
    this.#pending.clear()
    for (const { next } of this.#opened.values()) next.reject(error)
    this.#opened.clear()
    for (const waiter of this.#waiters) waiter.reject(error)
  }
}

/** Whether an error says that another process holds the folder. */
export function isLocked(error: unknown): boolean {
  return error instanceof EngineError && error.code === engineCodes.lockedFolder
}
