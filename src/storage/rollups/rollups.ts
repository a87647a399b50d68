import type { SqlClient } from '../sql-client.ts'
import type { Span } from './cover.ts'
import { RepeatDetector } from './repeat-detector.ts'
import { Rollup } from './rollup.ts'
import { isTag, keyOf, type RollupField } from './rollup-fields.ts'
import type { RollupSource } from './rollup-source.ts'
import { allRows, type RowCondition } from './row-condition.ts'
import { shortKey } from './short-key.ts'

export interface RollupBounds {
  /** Bytes that all cubes may take. */
  most?: number
  /** Values, or combinations of them, that a cube tells apart at most; 100,000 when absent. */
  mostValues?: number
  /** Bytes of these; 32 MB when absent. */
  mostValueBytes?: number
  /** Rows of one answer when tiles are counted, and rows of a tag that are counted at once; 400,000 and 100,000 when absent. */
  mostLoaded?: number
  rowsAtOnce?: number
  /** Rows of a bucket from which it is counted by a SELECT of its own. */
  rowsApart?: number
  /** Counts that a tile of minutes holds at most; the ends of ranges are counted from rows where there would be more. 800,000 when absent. */
  mostInTile?: number
  /** With fewer rows in all, nothing is kept that hangs on words of messages: the index finds them as quickly; two million when absent. */
  fewRows?: number
}

type RollupsOptions = Omit<RollupSource, keyof RollupBounds> & RollupBounds

const defaultMaxBytes = 64_000_000
const defaultMaxValues = 100_000
const defaultMaxValueBytes = 32_000_000
const defaultMaxLoadedRows = 400_000
const defaultRowsPerStatement = 100_000
const defaultMinSplitRows = 20_000
const defaultMaxTileCounts = 800_000
const defaultMinRows = 2_000_000
const maxRollups = 256
/** What turned out too wide is tried again after so long, milliseconds. */
const excludedMs = 600_000
const maxExcluded = 1_000
/** Unix seconds, after all events. */
const endOfTime = 2 ** 33

/** All cubes, within a bound of memory: those that were used least lately go first. */
export class Rollups {
  readonly #source: RollupSource
  readonly #most: number
  readonly #fewRows: number
  readonly mostInTile: number
  /** By fields, the one that was used last at the end. */
  readonly #cubes = new Map<string, Rollup>()
  /** Until when (Unix milliseconds) there is no use in a cube of these fields. */
  readonly #tooWide = new Map<string, number>()
  readonly #asked = new RepeatDetector()
  #leftOut: ReadonlySet<string> = new Set()

  constructor(options: RollupsOptions) {
    const {
      most = defaultMaxBytes,
      mostValues = defaultMaxValues,
      mostValueBytes = defaultMaxValueBytes,
      mostLoaded = defaultMaxLoadedRows,
      rowsAtOnce = defaultRowsPerStatement,
      rowsApart = defaultMinSplitRows,
      mostInTile = defaultMaxTileCounts,
      fewRows = defaultMinRows,
      ...source
    } = options
    this.#fewRows = fewRows
    this.mostInTile = mostInTile
    this.#source = { ...source, mostValues, mostValueBytes, mostLoaded, rowsAtOnce, rowsApart }
    this.#most = most
  }

  /** No counts by these tags are held from now on: somebody knows that they have too many values. */
  excludeTags(tags: Iterable<string>): void {
    this.#leftOut = new Set(tags)
    for (const [key, { fields }] of this.#cubes) if (this.#isLeftOut(fields)) this.#cubes.delete(key)
  }

  /** The cube of these fields, of all rows or of those that a condition holds for; undefined when they have too many values. */
  get(fields: readonly RollupField[], where = allRows): Rollup | undefined {
    if (this.#isLeftOut(fields)) return undefined
    const key = rollupKey(fields, where)
    const until = this.#tooWide.get(key)
    if (until !== undefined && until > Date.now()) return undefined
    const cube = this.#cubes.get(key) ?? new Rollup(fields, where, this.#source)
    this.#cubes.delete(key)
    this.#cubes.set(key, cube)
    return cube
  }

  /** Whether there are so few rows that they are as well looked at each time. */
  get hasFewRows(): boolean {
    return this.#source.estimateRows(0, endOfTime) < this.#fewRows
  }

  /** Rows that a span holds at most. */
  rowsIn({ from, to }: Span): number {
    return this.#source.estimateRows(from, to)
  }

  /** Whether rows that a condition holds for were counted by these fields before, about these times: then a cube is worth it. */
  isRepeat(fields: readonly RollupField[], where: RowCondition, span: Span): boolean {
    return this.#asked.record(rollupKey(fields, where), span)
  }

  get client(): SqlClient {
    return this.#source.client
  }

  /** How many values of a field there are; infinitely many while it has not been counted by. */
  valueCount(field: RollupField): number {
    return this.#cubes.get(rollupKey([field], allRows))?.values || Number.POSITIVE_INFINITY
  }

  /** Its fields have more values than are worth holding. */
  exclude(cube: Rollup): void {
    const key = rollupKey(cube.fields, cube.where)
    this.#cubes.delete(key)
    this.#tooWide.delete(key)
    this.#tooWide.set(key, Date.now() + excludedMs)
    for (const [oldest] of this.#tooWide) {
      if (this.#tooWide.size <= maxExcluded) return
      this.#tooWide.delete(oldest)
    }
  }

  #isLeftOut(fields: readonly RollupField[]): boolean {
    if (this.#leftOut.size === 0) return false
    return fields.some(field => isTag(field) && field.tag.some(name => this.#leftOut.has(name)))
  }

  /** Gives memory back when there is too much in use. To be called after each use. */
  evict(): void {
    let bytes = 0
    for (const cube of this.#cubes.values()) bytes += cube.bytes
    for (const [key, cube] of this.#cubes) {
      if (bytes <= this.#most && this.#cubes.size <= maxRollups) return
      if (this.#cubes.size === 1) {
        cube.shrink(this.#most / 2)
        return
      }
      bytes -= cube.bytes
      this.#cubes.delete(key)
    }
  }

  /** What lies in the span is gone. */
  invalidate(span: Span): void {
    for (const cube of this.#cubes.values()) cube.invalidate(span)
  }
}

function rollupKey(fields: readonly RollupField[], { sql }: RowCondition): string {
  return shortKey(`${fields.map(keyOf).join(' ')}${sql && ` where ${sql}`}`)
}
