import { LRUCache } from 'lru-cache'
import { EngineUse } from '../../clients/engine-use.ts'
import type { Span } from '../../contract/time-span.ts'
import { keyOf as fieldKey, isTag, type RollupField } from '../../sql/rollup-fields.ts'
import { TileBuilder } from './builder.ts'
import { type Level, wholeHours } from './cover.ts'
import { RepeatDetector, shortKey } from './repeat-detector.ts'
import { Rollup } from './rollup.ts'
import type { RollupBounds, RollupSource } from './rollup-source.ts'
import { allRows, type RowCondition } from './row-condition.ts'

const defaults: Required<RollupBounds> = {
  maxBytes: 64_000_000,
  maxValues: 100_000,
  maxValueBytes: 32_000_000,
  maxLoadedCounts: 400_000,
  rowsPerStatement: 1_500_000,
  minRows: 2_000_000,
  minAsked: 2,
  quietMs: 300,
  maxWaitMs: 2_000,
}
const maxRollups = 256
const maxExcluded = 1_000
/** How long a rollup that had too many values is not made again. */
const excludedMs = 600_000
/** Unix seconds, after all events. */
const endOfTime = 2 ** 33

/**
 * Fields that nearly every question counts by or filters on. Their tiles of hours are made once, after the
 * start: a statement takes 20 ms per million rows, and the tiles of 10 million events take some 10 MB.
 */
const commonFields: readonly (readonly RollupField[])[] = [
  [],
  ['severity'],
  ['host'],
  ['program'],
  ['template'],
]

/** What a rollup counts: the rows that meet a condition, by fields. */
export interface CountedRows {
  fields: readonly RollupField[]
  where: RowCondition
}

type RollupOptions = Omit<RollupSource, keyof RollupBounds> &
  RollupBounds & { log: (message: string) => void }

/** All rollups, within a memory limit: the least recently used are evicted first. */
export class Rollups {
  readonly source: RollupSource
  /**
   * Counts running statements. All other reads use its client (`use.client`), and tiles are made while they
   * have none.
   */
  readonly use: EngineUse
  /** By fields and condition (`keyOf`). */
  readonly #rollups = new LRUCache<string, Rollup>({ max: maxRollups })
  /** Keys of rollups that turned out to have too many values. */
  readonly #excluded = new LRUCache<string, true>({ max: maxExcluded, ttl: excludedMs })
  readonly #repeats = new RepeatDetector()
  readonly #builder: TileBuilder
  #excludedTags: ReadonlySet<string> = new Set()

  constructor({ log, ...options }: RollupOptions) {
    this.source = { ...defaults, ...options }
    this.use = new EngineUse(options.client)
    this.#builder = new TileBuilder(this.source, this.use, {
      keeps: rollup => this.#rollups.peek(keyOf(rollup)) === rollup,
      usedBytes: () => this.#usedBytes(),
      evict: () => this.#evict(),
      exclude: rollup => this.exclude(rollup),
      log,
    })
  }

  /** Keeps no counts by these tags from now on: they have too many values. */
  excludeTags(tags: Iterable<string>): void {
    this.#excludedTags = new Set(tags)
    for (const [key, { fields }] of this.#rollups) if (this.#hasExcludedTag(fields)) this.#rollups.delete(key)
  }

  /** Whether these fields are known to have too many values. */
  isExcluded(fields: readonly RollupField[], where = allRows): boolean {
    return this.#hasExcludedTag(fields) || this.#excluded.has(keyOf({ fields, where }))
  }

  /** The rollup of these fields, over all rows or the rows that meet a condition; undefined without one. */
  find(fields: readonly RollupField[], where = allRows): Rollup | undefined {
    return this.#rollups.get(keyOf({ fields, where }))
  }

  /** Whether there are so few rows that they may as well be read each time. */
  get hasFewRows(): boolean {
    return this.source.estimateRows(0, endOfTime) < this.source.minRows
  }

  /**
   * Records a question about counts. If memory lacked counts for it (`isMissing`), requests tiles: from the
   * `minAsked`-th time on, of days and hours; after more than `minAsked` consecutive times with an end that
   * moved little, also of minutes and seconds. The first questions about common fields get tiles of hours.
   */
  recordQuestion(what: CountedRows, span: Span, coarsest: Level, isMissing: boolean): void {
    const { times, timesInPlace, from, to } = this.#repeats.record(keyOf(what), span)
    if (!isMissing) return
    const { minAsked } = this.source
    const isWatched = timesInPlace > minAsked
    if (times >= minAsked) this.#request(what, { from, to }, coarsest, { isWatched })
    else if (isCommon(what) && !this.hasFewRows) this.#requestHours(what, span)
  }

  /** Requests tiles of the common fields for a span, to be made while the engine is idle. */
  requestCommon({ from, to }: Span): void {
    if (this.hasFewRows) return
    for (const fields of commonFields)
      this.#requestHours({ fields, where: allRows }, wholeHours({ from, to }))
  }

  /**
   * Requests tiles of hours, to be made while the engine is idle. Without fields also of minutes, which take
   * no more memory than the hours of other rollups.
   */
  #requestHours(what: CountedRows, span: Span): void {
    this.#request(what, span, 'hour', { isPatient: true })
    if (what.fields.length === 0)
      this.#request(what, wholeHours(span), 'minute', { isWatched: true, isPatient: true })
  }

  /** Number of distinct values of a field; infinite until a rollup has counted by it. */
  valueCount(field: RollupField): number {
    return (
      this.#rollups.peek(keyOf({ fields: [field], where: allRows }))?.ids.size || Number.POSITIVE_INFINITY
    )
  }

  /** Drops a rollup that has too many values, and makes no tiles for it for some time. */
  exclude(rollup: CountedRows): void {
    const key = keyOf(rollup)
    this.#rollups.delete(key)
    this.#excluded.set(key, true)
  }

  /** Resolves when there are no more requests for tiles. */
  async settled(): Promise<void> {
    await this.#builder.settled()
  }

  async close(): Promise<void> {
    await this.#builder.close()
  }

  #request(
    { fields, where }: CountedRows,
    span: Span,
    coarsest: Level,
    how: { isWatched?: boolean; isPatient?: boolean },
  ): void {
    if (this.isExcluded(fields, where)) return
    const key = keyOf({ fields, where })
    const rollup = this.#rollups.get(key) ?? new Rollup(fields, where, this.source)
    this.#rollups.set(key, rollup)
    const { isWatched = false, isPatient = false } = how
    this.#builder.request({
      key: isPatient ? `${key} ${coarsest} patient` : `${key} ${coarsest} ${spanKey(span)}`,
      rollup,
      span,
      coarsest,
      isWatched,
      isPatient,
    })
  }

  #hasExcludedTag(fields: readonly RollupField[]): boolean {
    if (this.#excludedTags.size === 0) return false
    return fields.some(field => isTag(field) && field.tag.some(name => this.#excludedTags.has(name)))
  }

  #usedBytes(): number {
    let bytes = 0
    for (const rollup of this.#rollups.values()) bytes += rollup.bytes
    return bytes
  }

  /** Frees memory when too much is in use: drops whole rollups, then tiles of the last one. */
  #evict(): void {
    const { maxBytes } = this.source
    let bytes = this.#usedBytes()
    while (bytes > maxBytes && this.#rollups.size > 1) bytes -= this.#rollups.pop()?.bytes ?? 0
    if (bytes > maxBytes) for (const rollup of this.#rollups.values()) rollup.shrink(maxBytes / 2)
  }
}

function isCommon(what: CountedRows): boolean {
  const key = keyOf(what)
  return commonFields.some(fields => keyOf({ fields, where: allRows }) === key)
}

function keyOf({ fields, where }: CountedRows): string {
  return shortKey(`${fields.map(fieldKey).join(' ')}${where.sql && ` where ${where.sql}`}`)
}

/**
 * A key shared by spans of similar length and position: a span that moves with the clock keeps its key for
 * about its length, and a span read in consecutive slices has few keys.
 */
export function spanKey({ from, to }: Span): string {
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, to - from)))
  return `${length}@${Math.floor(to / length)}`
}
