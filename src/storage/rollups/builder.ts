import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { EngineUse } from '../engine-use.ts'
import { internalRead } from '../internal-read.ts'
import type { Read } from '../store.ts'
import { type MissingTiles, missingTiles, type WantedTiles } from './missing-tiles.ts'
import type { Rollup } from './rollup.ts'
import { TooDenseError, TooManyValuesError } from './rollup-errors.ts'
import { isTag } from './rollup-fields.ts'
import type { RollupSource } from './rollup-source.ts'
import { sampleOf } from './sample.ts'

/** Counts that are wanted in memory. */
export interface Want extends Omit<WantedTiles, 'made'> {
  /** Two wants of one key are the same question, of which the later one holds. */
  key: string
  /** Waits until nobody asks, for ever. */
  isPatient?: boolean
}

interface PendingWant extends Want, WantedTiles {
  since: number
}

const maxWants = 64
const wantedMs = 600_000
/** How long what failed, or was too much, is not tried again. */
const refusedMs = 60_000
const maxRefused = 1_000
/** How long a statement may take. */
const timeoutSeconds = 60

/** Who keeps the rollups. */
interface RollupOwner {
  /** False once it has been evicted. */
  keeps(rollup: Rollup): boolean
  /** Bytes of all. */
  readonly bytes: number
  /** Called after each attempt to make tiles. */
  evict(): void
  /** It has too many values. */
  exclude(rollup: Rollup): void
  log(message: string): void
}

/** A statement of hardly any rows has a price, too: so much of that of `rowsPerStatement`. */
const minShare = 1 / 50

/**
 * Makes tiles behind answers: one statement at a time with one thread, of low priority, while nobody asks the engine anything. A question
 * stops it. What has waited for long is made nevertheless: of a service that is always asked something, watched questions have tiles too.
 * The fewer rows a statement reads, the shorter both waits are: the ends of a range that moves are made between two questions.
 */
export class TileBuilder {
  readonly #source: RollupSource
  readonly #use: EngineUse
  readonly #owner: RollupOwner
  /** By key, with the moment of the first one. */
  readonly #wants = new LRUCache<string, PendingWant>({ max: maxWants, ttl: wantedMs })
  readonly #refused = new LRUCache<string, true>({ max: maxRefused, ttl: refusedMs })
  /** Rows of a statement, where fewer have to do. */
  readonly #rowsPerStatement = new WeakMap<Rollup, number>()
  readonly #closing = new AbortController()
  #working: Promise<void> | undefined

  constructor(source: RollupSource, use: EngineUse, owner: RollupOwner) {
    this.#source = source
    this.#use = use
    this.#owner = owner
  }

  want(want: Want): void {
    const { key, isPatient = false } = want
    if (this.#refused.has(key) || this.#closing.signal.aborted) return
    const before = this.#wants.peek(key)
    if (isPatient && before !== undefined) return
    this.#wants.set(key, { ...want, since: before?.since ?? performance.now(), made: {} })
    this.#start()
  }

  /** Resolves when nothing is wanted any more. */
  async settled(): Promise<void> {
    while (this.#working !== undefined) await this.#working
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the store is being closed'))
    this.#wants.clear()
    await this.#working
  }

  #start(): void {
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined
      if (this.#next() !== undefined && !this.#closing.signal.aborted) this.#start()
    })
  }

  async #work(): Promise<void> {
    const closed = this.#closing.signal
    for (let want = this.#next(); want !== undefined && !closed.aborted; want = this.#next()) {
      const isLate = await this.#untilQuiet(want)
      if (closed.aborted) return
      const asked = new AbortController()
      const stopListening = isLate
        ? undefined
        : this.#use.onAsk(() => asked.abort(new Error('asked meanwhile')))
      const signal = AbortSignal.any([closed, asked.signal])
      try {
        const isDone = await this.#step(want, {
          ...internalRead('long', timeoutSeconds),
          signal,
          isBackground: true,
        })
        if (isDone) this.#forget(want)
      } catch (error) {
        if (!signal.aborted) this.#refuse(want, error)
      } finally {
        stopListening?.()
        this.#owner.evict()
      }
    }
  }

  /** The one that has waited longest; those that are patient come last. */
  #next(): PendingWant | undefined {
    let patient: PendingWant | undefined
    for (const want of this.#wants.rvalues()) {
      if (want?.isPatient !== true) return want
      patient ??= want
    }
    return patient
  }

  #forget(want: PendingWant): void {
    if (this.#wants.peek(want.key) === want) this.#wants.delete(want.key)
  }

  #refuse(want: Want, error: unknown): void {
    this.#wants.delete(want.key)
    if (error instanceof TooManyValuesError) this.#owner.exclude(want.rollup)
    else {
      this.#refused.set(want.key, true)
      if (!(error instanceof TooDenseError))
        this.#owner.log(`counts were not made: ${error instanceof Error ? error.message : error}`)
    }
  }

  /** Waits until nobody asks. True when that took too long. */
  async #untilQuiet(want: PendingWant): Promise<boolean> {
    const { since, isPatient } = want
    const share = this.#shareOf(want)
    const quietMs = this.#source.quietMs * share
    const maxWaitMs = this.#source.maxWaitMs * share
    const closed = this.#closing.signal
    while (!closed.aborted) {
      if (isPatient !== true && performance.now() - since >= maxWaitMs) return true
      const left = quietMs - this.#use.quietMs
      if (left <= 0) return false
      await setTimeout(left, undefined, { ref: false, signal: closed }).catch(() => {})
    }
    return false
  }

  /** What the next statement of a want costs, as a share of the largest one. */
  #shareOf(want: PendingWant): number {
    if (want.isPatient === true) return 1
    const rows = this.#missing(want)?.rows ?? 0
    return Math.max(minShare, Math.min(1, rows / this.#source.rowsPerStatement))
  }

  /** Makes the newest tiles that are missing, by one statement. True when none is. */
  async #step(want: PendingWant, read: Read): Promise<boolean> {
    const { rollup, isPatient = false } = want
    const { maxBytes } = this.#source
    if (!this.#owner.keeps(rollup) || (isPatient && this.#owner.bytes > maxBytes / 2)) return true
    if (rollup.bytes > maxBytes / 2) throw new TooDenseError()
    if (rollup.ids.size === 0 && rollup.fields.some(isTag)) await this.#sample(want, read)
    const missing = this.#missing(want)
    if (missing === undefined) {
      await rollup.catchUp(read)
      return true
    }
    const { level, starts, rows } = missing
    try {
      await rollup.build(level, starts.toReversed(), read)
      want.made[level] = starts.at(-1) ?? 0
    } catch (error) {
      if (!(error instanceof TooDenseError) || starts.length === 1) throw error
      this.#rowsPerStatement.set(rollup, rows / 2)
    }
    return false
  }

  #missing(want: PendingWant): MissingTiles | undefined {
    const maxRows = this.#rowsPerStatement.get(want.rollup) ?? this.#source.rowsPerStatement
    return missingTiles(this.#source, want, maxRows)
  }

  /** A tag of too many values would be found out only by counting it. */
  async #sample({ rollup, span }: Want, read: Read): Promise<void> {
    const { values, rows, share } = await sampleOf(this.#source, rollup.fields, rollup.where.sql, span, read)
    const { maxValues } = this.#source
    // Where most rows have a value of their own, there are as many in the rest.
    const all = values > rows / 2 ? values / share : values
    if (all > maxValues) throw new TooManyValuesError()
  }
}
