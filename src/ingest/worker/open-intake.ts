import { Worker } from 'node:worker_threads'
import { until } from '../../async/until.ts'
import { Caller } from './calls.ts'
import type { Ingest, IngestStarted } from './ingest.ts'
import type { IngestSettings } from './ingest-settings.ts'
import type { Intake } from './intake.ts'
import type { IngestPorts, RecentEvent } from './ports.ts'

/** The functions that ingest needs from the main process. */
export interface IntakePorts extends IngestPorts {
  /**
   * Stored events of the last deduplication window, to restore their windows: pages from the newest to the
   * oldest, each in ascending order.
   */
  recentEvents?: () => AsyncIterable<RecentEvent[]>
  /** Called when the worker thread has died: the process should end, so that its supervisor restarts it. */
  onDeath: (error: Error) => void
}

/** Maximum time for which a start may show no progress. */
const maxStalledMs = 120_000
const closeTimeoutMs = 6_000

/**
 * Starts the ingest worker thread. Rejects if a listener or the spool cannot be opened, or if the start
 * stalls (StartWatch).
 */
export async function openIntake(settings: IngestSettings, ports: IntakePorts): Promise<Intake> {
  // An empty execArgv: without the parent's loaders and inspectors.
  const worker = new Worker(new URL('../../service/workers/ingest-worker.ts', import.meta.url), {
    workerData: settings,
    execArgv: [],
    name: 'ingest',
  })
  let isClosing = false
  const watch = new StartWatch(maxStalledMs)
  const progress = () => {
    watch.progress()
    ports.progress?.()
  }
  const caller = new Caller<Ingest>(worker, () => ({ ...ports, progress }))
  const workerExit = Promise.withResolvers<never>()
  // Prevents an unhandled rejection after the start.
  workerExit.promise.catch(() => {})
  /** Whether the start has succeeded. */
  let isOpen = false
  /** Whether the thread has failed or ended. */
  let hasFailed = false
  // Ignores the exit after an error, since a thread that ends by an error reports both.
  const fail = (error: Error): void => {
    if (hasFailed) return
    hasFailed = true
    caller.fail(error)
    workerExit.reject(error)
    if (isOpen && !isClosing) ports.onDeath(error)
  }
  worker.on('error', error => fail(error instanceof Error ? error : new Error(String(error))))
  const exited = new Promise<void>(resolve => {
    worker.on('exit', code => {
      fail(new Error(`The ingest worker ended with code ${code}`))
      resolve()
    })
  })

  try {
    const { addresses, replayed } = await watch.over(
      Promise.race([workerExit.promise, start(caller, ports, progress)]),
    )
    isOpen = true
    const acknowledged = new AcknowledgedEvents(() => caller.call('deliver', []))
    return {
      addresses,
      replayed,
      async submitIncoming(incoming) {
        const request = withOwnBuffer(incoming)
        const answer = await caller.call('submitIncoming', [request], [request.body.buffer])
        if ('accepted' in answer && answer.accepted > 0) acknowledged.add()
        return answer
      },
      async submitShipper(incoming) {
        const request = withOwnBuffer(incoming)
        const answer = await caller.call('submitShipper', [request], [request.body.buffer])
        // Some protocols answer 400 although they have kept a part of the body.
        if (answer.status < 500) acknowledged.add()
        return answer
      },
      whenSearchable: () => acknowledged.whenSearchable(),
      counters: () => caller.call('counters', []),
      deliveredUntil: () => caller.call('deliveredUntil', []),
      hosts: () => caller.call('hosts', []),
      setRules: files => caller.call('setRules', [files]),
      setTriggers: triggers => caller.call('setTriggers', [triggers]),
      async restore(hosts, recentEvents) {
        await caller.call('restoreHosts', [hosts])
        await restoreWindows(caller, recentEvents, progress)
      },
      limitAge: (days, classes) => caller.call('limitAge', [days, classes]),
      refuseLoops: instance => caller.call('refuseLoops', [instance]),
      triggerCosts: () => caller.call('triggerCosts', []),
      ruleCounts: () => caller.call('ruleCounts', []),
      reloadCertificates: () => caller.call('reloadCertificates', []),
      pauseDelivery: maxMs => caller.call('pauseDelivery', [maxMs]),
      resumeDelivery: () => caller.call('resumeDelivery', []),
      linkSpool: target => caller.call('linkSpool', [target]),
      flush: () => caller.call('flush', []),
      close: async () => {
        if (isClosing) return exited
        isClosing = true
        const timeoutError = () => new Error(`The ingest worker did not answer within ${closeTimeoutMs} ms`)
        await until(caller.call('close', []), { timeoutMs: closeTimeoutMs, timeoutError }).catch(
          (error: Error) => ports.warn(error.message),
        )
        await worker.terminate()
        await exited
      },
    }
  } catch (error) {
    await worker.terminate()
    throw error
  }
}

/** Restores the deduplication windows of stored events, then starts ingest. */
async function start(
  caller: Caller<Ingest>,
  ports: IntakePorts,
  progress: () => void,
): Promise<IngestStarted> {
  if (ports.recentEvents) await restoreWindows(caller, ports.recentEvents(), progress)
  return caller.call('start', [])
}

async function restoreWindows(
  caller: Caller<Ingest>,
  pages: AsyncIterable<RecentEvent[]>,
  progress: () => void,
): Promise<void> {
  let restored = Promise.resolve()
  for await (const events of pages) {
    await restored
    progress()
    // The next events are read meanwhile.
    restored = caller.call('restoreWindows', [events])
    // Prevents an unhandled rejection: a failure is thrown when it is awaited.
    restored.catch(() => {})
  }
  await restored
  progress()
}

/** Copies a body that shares its buffer with other data, which cannot be transferred. */
function withOwnBuffer<T extends { body: Uint8Array<ArrayBuffer> }>(request: T): T {
  const { body } = request
  return body.byteLength === body.buffer.byteLength ? request : { ...request, body: new Uint8Array(body) }
}

/** Rejects a start that shows no progress. Its total time has no limit: a large spool takes minutes. */
class StartWatch {
  readonly #limitMs: number
  readonly #stalled = Promise.withResolvers<never>()
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor(limitMs: number) {
    this.#limitMs = limitMs
    this.progress()
  }

  /** Call it when a part of the start is done. */
  progress(): void {
    if (this.#isOver) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#stalled.reject(
        new Error(`The start of ingest has shown no progress for ${this.#limitMs / 1_000} s`),
      )
    }, this.#limitMs)
  }

  /** Resolves as the start does. Rejects after too long without progress; the start may still continue. */
  async over<T>(start: Promise<T>): Promise<T> {
    try {
      return await Promise.race([start, this.#stalled.promise])
    } finally {
      this.#isOver = true
      clearTimeout(this.#timer)
    }
  }
}

/**
 * Tracks whether the store has all acknowledged events, so that queries can wait for them. Only HTTP requests
 * are acknowledged, so a steady stream of syslog makes no query wait.
 */
export class AcknowledgedEvents {
  readonly #deliver: () => Promise<void>
  /** Number of acknowledgements. */
  #acknowledged = 0
  /** Number of acknowledgements whose events the store is known to have. */
  #searchable = 0
  /** The last delivery, after which the store has the events of the first `upTo` acknowledgements. */
  #delivery: { upTo: number; done: Promise<void> } | undefined

  /** `deliver`: resolves when the store has everything that was committed before the call. */
  constructor(deliver: () => Promise<void>) {
    this.#deliver = deliver
  }

  /** Counts an acknowledgement. */
  add(): void {
    this.#acknowledged++
  }

  /** Resolves once the store has everything acknowledged before the call; undefined if it already has. */
  whenSearchable(): Promise<void> | undefined {
    const upTo = this.#acknowledged
    if (this.#searchable >= upTo) return undefined
    if (this.#delivery === undefined || this.#delivery.upTo < upTo) {
      const done = this.#deliver().then(
        () => {
          this.#searchable = Math.max(this.#searchable, upTo)
        },
        error => {
          this.#delivery = undefined
          throw error
        },
      )
      this.#delivery = { upTo, done }
    }
    return this.#delivery.done
  }
}
