import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { EngineUse } from '../engine-use.ts'
import { internalRead } from '../internal-read.ts'
import type { Read } from '../store.ts'
import { type Span, startsIn } from '../time-span.ts'
import { coverOf, type Level, levelSeconds } from './cover.ts'
import type { Rollup } from './rollup.ts'
import { TooDenseError, TooManyValuesError } from './rollup-errors.ts'
import { hasFewValues, isTag } from './rollup-fields.ts'
import type { RollupSource } from './rollup-source.ts'
import { sampleOf } from './sample.ts'
import { tileLength } from './tiles.ts'

/** Counts that are wanted in memory. */
export interface Want {
  /** Two wants of one key are the same question, of which the later one holds. */
  key: string
  rollup: Rollup
  span: Span
  /** Parts are no longer. */
  coarsest: Level
  /** Whether ends of the span, and periods, are kept by minutes and seconds too: somebody watches. */
  isWatched: boolean
  /** Waits until nobody asks, for ever. */
  isPatient?: boolean
}

interface PendingWant extends Want {
  since: number
  /** The oldest tile of each level that was made: none is made twice, whatever became of it. */
  made: Partial<Record<Level, number>>
}

const maxWants = 64
const wantedMs = 600_000
/** How long what failed, or was too much, is not tried again. */
const refusedMs = 60_000
const maxRefused = 1_000
/** How long a statement may take. */
const timeoutSeconds = 60

/** Counts of all tiles of a level that one want makes; 12 bytes each. */
const maxCounts = 1_000_000
/** Hours whose minutes, and minutes whose seconds are kept, of fields with many values. */
const maxFineTiles = 6
/** Minutes whose seconds are kept, of other fields. */
const maxSecondTiles = 62
/** Values that a field other than a tag is assumed to have at least. */
const minValues = 1_000

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

interface Missing {
  level: Level
  /** Descending. */
  starts: readonly number[]
}

/**
 * Makes tiles behind answers: one statement at a time with one thread, of low priority, while nobody asks the engine anything. A question
 * stops it. What has waited for long is made nevertheless: of a service that is always asked something, watched questions have tiles too.
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
  async #untilQuiet({ since, isPatient }: PendingWant): Promise<boolean> {
    const { quietMs, maxWaitMs } = this.#source
    const closed = this.#closing.signal
    while (!closed.aborted) {
      if (isPatient !== true && performance.now() - since >= maxWaitMs) return true
      const left = quietMs - this.#use.quietMs
      if (left <= 0) return false
      await setTimeout(left, undefined, { ref: false, signal: closed }).catch(() => {})
    }
    return false
  }

  /** Makes the newest tiles that are missing, by one statement. True when none is. */
  async #step(want: PendingWant, read: Read): Promise<boolean> {
    const { rollup, isPatient = false } = want
    const { maxBytes, estimateRows } = this.#source
    if (!this.#owner.keeps(rollup) || (isPatient && this.#owner.bytes > maxBytes / 2)) return true
    if (rollup.bytes > maxBytes / 2) throw new TooDenseError()
    if (rollup.ids.size === 0 && rollup.fields.some(isTag)) await this.#sample(want, read)
    const missing = this.#missing(want)
    if (missing === undefined) {
      await rollup.catchUp(read)
      return true
    }
    const { level, starts } = missing
    const length = tileLength(level)
    const each = Math.max(1, ...starts.map(start => estimateRows(start, start + length)))
    const rows = this.#rowsPerStatement.get(rollup) ?? this.#source.rowsPerStatement
    const some = starts.slice(0, Math.max(1, Math.floor(rows / each)))
    try {
      await rollup.build(level, some.toReversed(), read)
      want.made[level] = some.at(-1) ?? 0
    } catch (error) {
      if (!(error instanceof TooDenseError) || some.length === 1) throw error
      this.#rowsPerStatement.set(rollup, Math.min(rows, each * some.length) / 2)
    }
    return false
  }

  /** A tag of too many values would be found out only by counting it. */
  async #sample({ rollup, span }: Want, read: Read): Promise<void> {
    const { values, rows, share } = await sampleOf(this.#source, rollup.fields, rollup.where.sql, span, read)
    const { maxValues } = this.#source
    // Where most rows have a value of their own, there are as many in the rest.
    const all = values > rows / 2 ? values / share : values
    if (all > maxValues) throw new TooManyValuesError()
  }

  #missing({ rollup, span, coarsest, isWatched, made }: PendingWant): Missing | undefined {
    const cover = coverOf(span, coarsest)
    const isWithin = (level: Level, starts: readonly number[]) => this.#isWithinBounds(rollup, level, starts)
    for (const level of ['day', 'hour', ...(isWatched ? (['minute', 'second'] as const) : [])] as const) {
      const starts = [...new Set(startsIn(cover[level], tileLength(level)))]
      if (!isWithin(level, starts)) continue
      const end = made[level] ?? Number.POSITIVE_INFINITY
      const missing = starts.filter(start => start < end && !rollup.has({ level, start }))
      if (missing.length > 0) return { level, starts: missing.sort((a, b) => b - a) }
    }
    return undefined
  }

  #isWithinBounds(rollup: Rollup, level: Level, starts: readonly number[]): boolean {
    const hasFew = rollup.fields.every(hasFewValues)
    if (level === 'second' && starts.length > (hasFew ? maxSecondTiles : maxFineTiles)) return false
    if (hasFew) return true
    if (level === 'minute' && starts.length > maxFineTiles) return false
    const slots = tileLength(level) / levelSeconds[level]
    const values = slots * Math.max(rollup.ids.size, minValues)
    const countsOf = (start: number) =>
      Math.min(values, this.#source.estimateRows(start, start + tileLength(level)))
    return starts.reduce((sum, start) => sum + countsOf(start), 0) <= maxCounts
  }
}
