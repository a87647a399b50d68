import { LRUCache } from 'lru-cache'
import { thrownText } from '../../../schema/thrown-text.ts'
import type { EngineUse } from '../../clients/engine-use.ts'
import type { Read } from '../../contract/event-store.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { coarseLevels } from './cover.ts'
import { type MissingTiles, missingTiles, type RequestedTiles } from './missing-tiles.ts'
import type { Rollup } from './rollup.ts'
import { TooDenseError, TooManyValuesError } from './rollup-errors.ts'
import type { RollupSource } from './rollup-source.ts'

/** A request for tiles of a rollup. */
export interface TileRequest extends Omit<RequestedTiles, 'made'> {
  /** A request replaces an earlier one with the same key, since both come from the same question. */
  key: string
  /** Waits for an idle engine, without a time limit. */
  isPatient?: boolean
}

interface PendingRequest extends TileRequest, RequestedTiles {
  /** Times of the first request with this key that is not done, and of the last one (`performance.now`). */
  since: number
  askedAt: number
  /** Requests with this key since its last statement. */
  times: number
  /** Cost of its next statement as a share of the largest statement; undefined until it is needed. */
  share?: number | undefined
}

const maxRequests = 64
/** A request that is not repeated within this time is dropped. */
const requestMs = 600_000
/** A request that is not repeated within this time waits for an idle engine, without a time limit. */
const repeatTimeoutMs = 5_000
/** How long a request that failed, or was too large, is not retried. */
const refusedMs = 60_000
const maxRefused = 1_000
/** Timeout of a statement. */
const timeoutSeconds = 60
/** Maximum wait while the engine is busy. The builder wakes earlier when the engine becomes idle. */
const maxBusyWaitMs = 60_000

/** The owner of the rollups, as the builder needs it. */
interface RollupOwner {
  /** False once the rollup has been evicted or excluded. */
  keeps(rollup: Rollup): boolean
  /** Bytes of all rollups. */
  usedBytes(): number
  /** Frees memory if too much is in use. Called after each attempt to make tiles. */
  evict(): void
  /** Drops a rollup that has too many values. */
  exclude(rollup: Rollup): void
  log(message: string): void
}

/** The cost of a statement of hardly any rows, as a share of a statement of `rowsPerStatement`. */
const minShare = 1 / 50

/**
 * Makes tiles, the counts of a rollup for fixed spans of time, in the background: one statement at a time,
 * with one thread and low priority, while the engine is idle. A query stops the statement. A repeated request
 * that has waited for long is served even while the engine is busy: otherwise watched queries would get no
 * tiles on a service that is never idle. The waits for an idle engine and for a busy one are shorter for a
 * statement that reads fewer rows, so the tiles at the ends of a moving range are made between two queries.
 */
export class TileBuilder {
  readonly #source: RollupSource
  readonly #use: EngineUse
  readonly #owner: RollupOwner
  readonly #requests = new LRUCache<string, PendingRequest>({ max: maxRequests, ttl: requestMs })
  /** Keys of requests that failed or were too large. */
  readonly #refused = new LRUCache<string, true>({ max: maxRefused, ttl: refusedMs })
  /** Maximum rows of a statement, for each rollup whose last statements returned too many counts. */
  readonly #rowsPerStatement = new WeakMap<Rollup, number>()
  readonly #closing = new AbortController()
  /** Aborting it ends the wait of `#due`, if one is running. */
  #pause: AbortController | undefined
  /** Defined while there are requests. */
  #working: Promise<void> | undefined

  constructor(source: RollupSource, use: EngineUse, owner: RollupOwner) {
    this.#source = source
    this.#use = use
    this.#owner = owner
  }

  /** Adds a request, or repeats it. Ignores a refused one, and a patient one that is already waiting. */
  request(request: TileRequest): void {
    const { key, isPatient = false } = request
    if (this.#refused.has(key) || this.#closing.signal.aborted) return
    const earlier = this.#requests.peek(key)
    if (isPatient && earlier !== undefined) return
    const askedAt = performance.now()
    const { since = askedAt, times = 0 } = earlier ?? {}
    this.#requests.set(key, { ...request, since, askedAt, times: times + 1, made: {} })
    this.#pause?.abort()
    this.#start()
  }

  /** Resolves when there are no more requests. */
  async settled(): Promise<void> {
    while (this.#working !== undefined) await this.#working
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the store is being closed'))
    this.#requests.clear()
    await this.#working
  }

  #start(): void {
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined
      // A request may have arrived after `#work` found none. `size` would also count expired requests.
      const isEmpty = this.#requests.values().next().done === true
      if (!isEmpty && !this.#closing.signal.aborted) this.#start()
    })
  }

  async #work(): Promise<void> {
    const closed = this.#closing.signal
    for (let due = await this.#due(); due !== undefined; due = await this.#due()) {
      const { request, isLate } = due
      request.times = 0
      const interruption = new AbortController()
      const stopListening = isLate
        ? undefined
        : this.#use.onStart(() => interruption.abort(new Error('asked meanwhile')))
      const signal = AbortSignal.any([closed, interruption.signal])
      try {
        const isDone = await this.#buildNewest(request, {
          ...internalRead('long', timeoutSeconds),
          signal,
          isBackground: true,
        })
        if (isDone) this.#forget(request)
      } catch (error) {
        if (!signal.aborted) this.#refuse(request, error)
      } finally {
        stopListening?.()
        request.share = undefined
        this.#owner.evict()
      }
    }
  }

  /**
   * Waits for the next request that may be served: the engine was quiet long enough for it, or the request
   * has waited too long (`isLate`). Of several, returns the most urgent one (`compareUrgency`). Undefined
   * when there are no requests.
   */
  async #due(): Promise<{ request: PendingRequest; isLate: boolean } | undefined> {
    const closed = this.#closing.signal
    while (!closed.aborted) {
      const now = performance.now()
      let next: { request: PendingRequest; isLate: boolean } | undefined
      let nextMs = Number.POSITIVE_INFINITY
      for (const request of this.#requests.values()) {
        const { quietMs, lateMs } = this.#waitsOf(request, now)
        nextMs = Math.min(nextMs, quietMs, lateMs)
        if (quietMs > 0 && lateMs > 0) continue
        if (next === undefined || compareUrgency(request, next.request) < 0)
          next = { request, isLate: lateMs <= 0 }
      }
      if (next !== undefined) return next
      if (nextMs === Number.POSITIVE_INFINITY) return undefined
      await this.#waitFor(nextMs)
    }
    return undefined
  }

  /** Waits `ms`, or until the engine becomes idle or a request arrives. */
  async #waitFor(ms: number): Promise<void> {
    const pause = new AbortController()
    this.#pause = pause
    const stopListening = this.#use.onIdle(() => pause.abort())
    const signal = AbortSignal.any([this.#closing.signal, pause.signal])
    if (!signal.aborted) {
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, ms).unref()
        const end = () => {
          clearTimeout(timer)
          resolve()
        }
        signal.addEventListener('abort', end, { once: true })
      })
    }
    stopListening()
  }

  /** Time until the engine has been quiet long enough, and until the request is served even if it is busy. */
  #waitsOf(request: PendingRequest, now: number): { quietMs: number; lateMs: number } {
    const { since, askedAt, isPatient } = request
    request.share ??= this.#shareOf(request)
    const quietMs = this.#use.isIdle
      ? this.#source.quietMs * request.share - this.#use.quietMs
      : maxBusyWaitMs
    const isRecent = isPatient !== true && now - askedAt < repeatTimeoutMs
    const lateMs = isRecent ? since + this.#source.maxWaitMs * request.share - now : Number.POSITIVE_INFINITY
    return { quietMs, lateMs }
  }

  #forget(request: PendingRequest): void {
    if (this.#requests.peek(request.key) === request) this.#requests.delete(request.key)
  }

  /** Drops a request whose statement failed, for some time or with its rollup. */
  #refuse(request: TileRequest, error: unknown): void {
    this.#requests.delete(request.key)
    if (error instanceof TooManyValuesError) this.#owner.exclude(request.rollup)
    else {
      this.#refused.set(request.key, true)
      if (!(error instanceof TooDenseError)) this.#owner.log(`counts were not made: ${thrownText(error)}`)
    }
  }

  /** Cost of the next statement of a request, as a share of the largest one. */
  #shareOf(request: PendingRequest): number {
    if (request.isPatient === true) return 1
    const rows = this.#missing(request)?.rows ?? 0
    return Math.max(minShare, Math.min(1, rows / this.#source.rowsPerStatement))
  }

  /**
   * Makes the newest missing tiles by one statement. True when the request needs no more statements. Rejects
   * with a TooManyValuesError, a TooDenseError, or as a read does.
   */
  async #buildNewest(request: PendingRequest, read: Read): Promise<boolean> {
    const { rollup, isPatient = false } = request
    const { maxBytes } = this.#source
    if (!this.#owner.keeps(rollup) || (isPatient && this.#owner.usedBytes() > maxBytes / 2)) return true
    if (rollup.bytes > maxBytes / 2) throw new TooDenseError()
    const missing = this.#missing(request)
    if (missing === undefined) {
      await rollup.catchUp(read)
      return true
    }
    const { level, starts, rows } = missing
    try {
      await rollup.build(level, starts.toReversed(), read)
      request.made[level] = starts.at(-1) ?? 0
    } catch (error) {
      if (!(error instanceof TooDenseError)) throw error
      // A coarse tile has one count per value: if there are too many in one tile, the values are too many.
      if (starts.length === 1)
        throw coarseLevels.some(coarse => coarse === level) ? new TooManyValuesError() : error
      this.#rowsPerStatement.set(rollup, rows / 2)
    }
    return false
  }

  #missing(request: PendingRequest): MissingTiles | undefined {
    const maxRows = this.#rowsPerStatement.get(request.rollup) ?? this.#source.rowsPerStatement
    return missingTiles(this.#source, request, maxRows)
  }
}

/**
 * The request with more requests since its last statement comes first (a watched question requests tiles each
 * second), then the one that has waited longer. Patient requests come last.
 */
function compareUrgency(a: PendingRequest, b: PendingRequest): number {
  return Number(a.isPatient ?? false) - Number(b.isPatient ?? false) || b.times - a.times || a.since - b.since
}
