import { Worker } from 'node:worker_threads'
import type { Span } from '../time-span.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import type { Hash, Ranking } from './ranking.ts'

/** The worker ended, and its rows are lost. */
export class RowsLostError extends Error {
  override name = 'RowsLostError' as const
}

/** Rows are outside of its heap. */
const heapMegabytes = 128

/** The worker thread that holds rows: started when it is needed, ended when it is idle. */
export class RowWorker {
  readonly #idleMs: number
  readonly #log: (message: string) => void
  readonly #asked = new Map<number, PromiseWithResolvers<FromWorker>>()
  #worker: Worker | undefined
  #timer: NodeJS.Timeout | undefined
  #lastId = 0
  #generation = 0

  constructor(idleMs: number, log: (message: string) => void) {
    this.#idleMs = idleMs
    this.#log = log
  }

  /** Rises when all rows are lost. */
  get generation(): number {
    return this.#generation
  }

  /** Adds rows of these days as the engine wrote them. Returns how many rows there are of all tags. Rejects with a RowsLostError. */
  async add(tag: number, days: readonly number[], bytes: Uint8Array): Promise<number> {
    // A copy, which begins at a multiple of four and is transferred.
    const rows = new Uint8Array(bytes)
    const answer = await this.#ask(id => ({ kind: 'add', id, tag, days, rows }), [rows.buffer])
    return rowsOf(answer)
  }

  /** Drops days. Returns how many rows there are of all tags. Done before anything that is asked later. */
  async drop(tag: number, days: readonly number[] | 'all'): Promise<number> {
    if (this.#worker === undefined) return 0
    try {
      return rowsOf(await this.#ask(id => ({ kind: 'drop', id, tag, days })))
    } catch {
      return 0
    }
  }

  /** Ranks the values of each range, Unix seconds; see rankRuns. Rejects with a RowsLostError. */
  async rank(
    tag: number,
    ranges: readonly Span[],
    wanted: number,
    maxTied: number,
  ): Promise<readonly Ranking[]> {
    const answer = await this.#ask(id => ({ kind: 'rank', id, tag, ranges, wanted, maxTied }))
    if (answer.kind !== 'ranked') throw new RowsLostError()
    return answer.rankings
  }

  /** Counts values between each bound (Unix seconds) and the next, value by value, the first period first. Rejects with a RowsLostError. */
  async count(tag: number, bounds: readonly number[], values: readonly Hash[]): Promise<Float64Array> {
    const answer = await this.#ask(id => ({ kind: 'count', id, tag, bounds, values }))
    if (answer.kind !== 'counted') throw new RowsLostError()
    return answer.counts
  }

  /** Gives all memory back. */
  async close(): Promise<void> {
    const worker = this.#worker
    this.#forget()
    await worker?.terminate()
  }

  async #ask(message: (id: number) => ToWorker, handed: ArrayBuffer[] = []): Promise<FromWorker> {
    clearTimeout(this.#timer)
    const worker = this.#worker ?? this.#start()
    const id = ++this.#lastId
    const answer = Promise.withResolvers<FromWorker>()
    this.#asked.set(id, answer)
    worker.postMessage(message(id), handed)
    try {
      return await answer.promise
    } finally {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.close(), this.#idleMs)
      this.#timer.unref()
    }
  }

  #start(): Worker {
    // execArgv: the parent's loaders and inspectors are not for the worker.
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    })
    worker.unref()
    worker.on('message', (answer: FromWorker) => {
      this.#asked.get(answer.id)?.resolve(answer)
      this.#asked.delete(answer.id)
    })
    const end = (why: string) => {
      if (this.#worker !== worker) return
      this.#log(`the thread that ranks values of tags has died: ${why}`)
      this.#forget()
    }
    worker.on('error', error => end(error instanceof Error ? error.message : String(error)))
    worker.on('exit', code => end(`code ${code}`))
    this.#worker = worker
    return worker
  }

  #forget(): void {
    clearTimeout(this.#timer)
    this.#worker = undefined
    this.#generation++
    for (const { reject } of this.#asked.values()) reject(new RowsLostError())
    this.#asked.clear()
  }
}

function rowsOf(answer: FromWorker): number {
  if (answer.kind !== 'kept') throw new RowsLostError()
  return answer.rows
}
