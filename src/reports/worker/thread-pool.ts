import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Fault } from '../../schema/fault.ts'

export interface PoolLimits {
  maxThreads: number
  /** Maximum callers waiting for a thread; further callers are refused. */
  maxWaiting: number
  /** Milliseconds that an idle thread is kept. */
  idleMs: number
  /** Memory of each thread, megabytes. A document that needs more fails, without affecting anything else. */
  heapMb: number
}

/** Part of the heap, megabytes, for short-lived objects: rows being written. */
const youngHeapMb = 16
/** Milliseconds that a thread has to end. A thread in garbage collection sees the request only afterwards. */
const terminateTimeoutMs = 5_000

/** A thread that renders, lent to one job at a time. */
export interface PooledThread {
  readonly worker: Worker
  /** Called if the thread ends while it is lent. */
  onExit: ((error: unknown) => void) | undefined
  /** Runs while the thread is not lent. */
  idleTimer: NodeJS.Timeout | undefined
}

/** Threads for rendering, started on demand, up to `maxThreads`. */
export class ThreadPool {
  readonly #limits: PoolLimits
  readonly #log: (message: string, error: unknown) => void
  readonly #threads = new Set<PooledThread>()
  readonly #free: PooledThread[] = []
  /** In order of arrival. */
  readonly #waiting = new Set<PromiseWithResolvers<PooledThread>>()
  #closed = false

  /** `log` is called for threads that died. */
  constructor(limits: PoolLimits, log: (message: string, error: unknown) => void) {
    this.#limits = limits
    this.#log = log
  }

  /** Lends a thread, in order of arrival. Throws overloaded; starting when closed; or the signal's reason. */
  async acquire(signal: AbortSignal): Promise<PooledThread> {
    signal.throwIfAborted()
    if (this.#closed) throw closedFault()
    const free = this.#free.pop()
    if (free !== undefined) {
      clearTimeout(free.idleTimer)
      return free
    }
    if (this.#threads.size < this.#limits.maxThreads) return this.#start()
    if (this.#waiting.size >= this.#limits.maxWaiting) {
      const detail = 'Too many documents are being made; try again.'
      throw new Fault('overloaded', { detail, retryAfter: 10 })
    }
    const waiter = Promise.withResolvers<PooledThread>()
    const abort = () => waiter.reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    this.#waiting.add(waiter)
    try {
      return await waiter.promise
    } finally {
      signal.removeEventListener('abort', abort)
      this.#waiting.delete(waiter)
    }
  }

  /** Takes back a thread that has left its job. */
  release(thread: PooledThread): void {
    thread.onExit = undefined
    if (this.#closed || !this.#threads.has(thread)) return
    const waiter = this.#nextWaiter()
    if (waiter !== undefined) {
      waiter.resolve(thread)
      return
    }
    thread.idleTimer = setTimeout(() => void this.terminate(thread), this.#limits.idleMs)
    thread.idleTimer.unref()
    this.#free.push(thread)
  }

  /** Ends a thread instead of taking it back. */
  async terminate(thread: PooledThread): Promise<void> {
    thread.onExit = undefined
    this.#remove(thread)
    await Promise.race([thread.worker.terminate(), delay(terminateTimeoutMs, undefined, { ref: false })])
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const waiter of this.#waiting) waiter.reject(closedFault())
    await Promise.all(
      [...this.#threads].map(thread => {
        thread.onExit?.(closedFault())
        return this.terminate(thread)
      }),
    )
  }

  #start(): PooledThread {
    // execArgv: the worker does not inherit the parent's loaders and inspectors.
    const worker = new Worker(new URL('../../service/workers/report-worker.ts', import.meta.url), {
      execArgv: [],
      name: 'report',
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb, maxYoungGenerationSizeMb: youngHeapMb },
    })
    const thread: PooledThread = { worker, onExit: undefined, idleTimer: undefined }
    this.#threads.add(thread)
    worker.on('error', error => this.#onDeath(thread, error))
    worker.on('exit', code => this.#onDeath(thread, new Error(`The report worker ended with code ${code}`)))
    return thread
  }

  #onDeath(thread: PooledThread, error: unknown): void {
    if (!this.#threads.has(thread)) return
    this.#log('a report worker has died', error)
    this.#remove(thread)
    thread.onExit?.(error)
  }

  /** Removes a thread, and starts a new one if a caller waits. */
  #remove(thread: PooledThread): void {
    clearTimeout(thread.idleTimer)
    this.#threads.delete(thread)
    const index = this.#free.indexOf(thread)
    if (index >= 0) this.#free.splice(index, 1)
    if (!this.#closed) this.#nextWaiter()?.resolve(this.#start())
  }

  #nextWaiter(): PromiseWithResolvers<PooledThread> | undefined {
    const [waiter] = this.#waiting
    if (waiter !== undefined) this.#waiting.delete(waiter)
    return waiter
  }
}

function closedFault(): Fault {
  return new Fault('starting', { retryAfter: 5 })
}
