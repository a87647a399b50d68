import { Worker } from 'node:worker_threads'
import { Fault } from '../../schema/fault.ts'

export interface PoolLimits {
  /** Threads at once. */
  maxThreads: number
  /** Callers that wait for one; past it they are refused. */
  maxWaiting: number
  /** Milliseconds that a thread without work is kept. */
  idleMs: number
  /** Memory of each, megabytes: a document that needs more fails, and nothing else does. */
  heapMb: number
}

/** Part of the heap, megabytes, for what soon goes again: rows on their way. */
const youngHeapMb = 16
/** Milliseconds that threads have to end. One that looks for memory does not hear of it before it has found some. */
const terminateTimeoutMs = 5_000

/** A thread that draws, lent to one job at a time. */
export interface PooledThread {
  readonly worker: Worker
  /** Called when the thread ends while it is lent. */
  onExit: ((error: unknown) => void) | undefined
}

interface OwnThread extends PooledThread {
  idleTimer: NodeJS.Timeout | undefined
}

interface Waiter {
  take(thread: PooledThread): void
  refuse(error: unknown): void
}

/** Threads that draw: started when they are needed, at most so many, each new one in place of one that has ended. */
export class ThreadPool {
  readonly #limits: PoolLimits
  readonly #log: (message: string, error: unknown) => void
  readonly #threads = new Set<OwnThread>()
  readonly #free: OwnThread[] = []
  readonly #waiting = new Set<Waiter>()
  #closed = false

  /** `log`: threads that ended by themselves. */
  constructor(limits: PoolLimits, log: (message: string, error: unknown) => void) {
    this.#limits = limits
    this.#log = log
  }

  /** A thread for this caller alone, in order of arrival. Throws overloaded, starting when closed, the signal's reason. */
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
    const { promise, resolve, reject } = Promise.withResolvers<PooledThread>()
    const waiter: Waiter = { take: resolve, refuse: reject }
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    this.#waiting.add(waiter)
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', abort)
      this.#waiting.delete(waiter)
    }
  }

  /** Gives a thread back that has put its work away. */
  release(thread: PooledThread): void {
    thread.onExit = undefined
    // Only threads of this pool are lent, and they are of this kind.
    const kept = thread as OwnThread
    if (this.#closed || !this.#threads.has(kept)) return
    const [waiter] = this.#waiting
    if (waiter !== undefined) {
      this.#waiting.delete(waiter)
      waiter.take(kept)
      return
    }
    kept.idleTimer = setTimeout(() => void this.terminate(kept), this.#limits.idleMs)
    kept.idleTimer.unref()
    this.#free.push(kept)
  }

  /** Ends a thread that does not put its work away, or is not wanted any more. */
  async terminate(thread: PooledThread): Promise<void> {
    thread.onExit = undefined
    // As above.
    this.#forget(thread as OwnThread)
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(() => late.resolve(), terminateTimeoutMs)
    await Promise.race([thread.worker.terminate(), late.promise])
    clearTimeout(timer)
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const waiter of this.#waiting) waiter.refuse(closedFault())
    await Promise.all(
      [...this.#threads].map(thread => {
        thread.onExit?.(closedFault())
        return this.terminate(thread)
      }),
    )
  }

  #start(): OwnThread {
    // execArgv: the parent's loaders and inspectors are not for the worker.
    const worker = new Worker(new URL('../../report-worker.ts', import.meta.url), {
      execArgv: [],
      name: 'report',
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb, maxYoungGenerationSizeMb: youngHeapMb },
    })
    const thread: OwnThread = { worker, onExit: undefined, idleTimer: undefined }
    this.#threads.add(thread)
    worker.on('error', error => this.#gone(thread, error))
    worker.on('exit', code => this.#gone(thread, new Error(`The report worker ended with code ${code}`)))
    return thread
  }

  #gone(thread: OwnThread, error: unknown): void {
    if (!this.#threads.has(thread)) return
    this.#log('a report worker has died', error)
    this.#forget(thread)
    thread.onExit?.(error)
  }

  #forget(thread: OwnThread): void {
    clearTimeout(thread.idleTimer)
    this.#threads.delete(thread)
    const index = this.#free.indexOf(thread)
    if (index >= 0) this.#free.splice(index, 1)
    const [waiter] = this.#waiting
    if (this.#closed || waiter === undefined) return
    this.#waiting.delete(waiter)
    waiter.take(this.#start())
  }
}

function closedFault(): Fault {
  return new Fault('starting', { retryAfter: 5 })
}
