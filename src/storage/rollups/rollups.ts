import { LRUCache } from 'lru-cache'
import type { TableSource } from '../append-follower.ts'
import type { Span } from '../time-span.ts'
import { RepeatDetector, shortKey } from './repeat-detector.ts'
import { Rollup } from './rollup.ts'
import { isTag, keyOf, type RollupField } from './rollup-fields.ts'
import type { RollupBounds, RollupSource } from './rollup-source.ts'
import { allRows, type RowCondition } from './row-condition.ts'

const defaults: Required<RollupBounds> = {
  maxBytes: 64_000_000,
  maxValues: 100_000,
  maxValueBytes: 32_000_000,
  maxLoadedRows: 400_000,
  rowsPerStatement: 100_000,
  minSplitRows: 20_000,
  maxTileCounts: 800_000,
  minRows: 2_000_000,
}
const maxRollups = 256
const maxExcluded = 1_000
/** How long fields with too many values are not tried again. */
const excludedMs = 600_000
/** Unix seconds, after all events. */
const endOfTime = 2 ** 33

/** All rollups, within a bound of memory: those that were used least lately go first. */
export class Rollups {
  readonly source: RollupSource
  /** By fields and condition. */
  readonly #rollups = new LRUCache<string, Rollup>({ max: maxRollups })
  /** Those that turned out to have too many values. */
  readonly #excluded = new LRUCache<string, true>({ max: maxExcluded, ttl: excludedMs })
  readonly #repeats = new RepeatDetector()
  #excludedTags: ReadonlySet<string> = new Set()

  constructor(options: TableSource & RollupBounds) {
    this.source = { ...defaults, ...options }
  }

  /** Keeps no counts by these tags from now on: they are known to have too many values. */
  excludeTags(tags: Iterable<string>): void {
    this.#excludedTags = new Set(tags)
    for (const [key, { fields }] of this.#rollups) if (this.#hasExcludedTag(fields)) this.#rollups.delete(key)
  }

  /** The rollup of these fields, of all rows or of those that a condition holds for; undefined when they have too many values. */
  get(fields: readonly RollupField[], where = allRows): Rollup | undefined {
    const key = rollupKey(fields, where)
    if (this.#hasExcludedTag(fields) || this.#excluded.has(key)) return undefined
    const rollup = this.#rollups.get(key) ?? new Rollup(fields, where, this.source)
    this.#rollups.set(key, rollup)
    return rollup
  }

  /** Whether there are so few rows that they may as well be read each time. */
  get hasFewRows(): boolean {
    return this.source.estimateRows(0, endOfTime) < this.source.minRows
  }

  /** Whether this was asked before about at least half of the span: then a rollup is worth it. Notes that it is asked now. */
  isRepeat(fields: readonly RollupField[], where: RowCondition, span: Span): boolean {
    return this.#repeats.record(rollupKey(fields, where), span)
  }

  /** How many different values a field has; infinitely many while nothing was counted by it. */
  valueCount(field: RollupField): number {
    return this.#rollups.get(rollupKey([field], allRows))?.ids.size || Number.POSITIVE_INFINITY
  }

  /** Drops a rollup that has too many values. */
  exclude(rollup: Rollup): void {
    const key = rollupKey(rollup.fields, rollup.where)
    this.#rollups.delete(key)
    this.#excluded.set(key, true)
  }

  #hasExcludedTag(fields: readonly RollupField[]): boolean {
    if (this.#excludedTags.size === 0) return false
    return fields.some(field => isTag(field) && field.tag.some(name => this.#excludedTags.has(name)))
  }

  /** Gives memory back when there is too much in use. To be called after each use. */
  evict(): void {
    const { maxBytes } = this.source
    let bytes = 0
    for (const rollup of this.#rollups.values()) bytes += rollup.bytes
    while (bytes > maxBytes && this.#rollups.size > 1) bytes -= this.#rollups.pop()?.bytes ?? 0
    if (bytes > maxBytes) for (const rollup of this.#rollups.values()) rollup.shrink(maxBytes / 2)
  }

  /** Drops what lies in the span: its rows are gone. */
  invalidate(span: Span): void {
    for (const rollup of this.#rollups.values()) rollup.invalidate(span)
  }
}

function rollupKey(fields: readonly RollupField[], { sql }: RowCondition): string {
  return shortKey(`${fields.map(keyOf).join(' ')}${sql && ` where ${sql}`}`)
}
