import type { SqlClient } from '../sql-client.ts'
import { Asked } from './asked.ts'
import type { Span } from './cover.ts'
import { Cube } from './cube.ts'
import type { CubeSource } from './cube-source.ts'
import { type CubeField, isTag, keyOf } from './known-fields.ts'
import { allRows, type RowCondition } from './row-condition.ts'
import { shortKey } from './short-key.ts'

export interface CubeBounds {
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

type CubesOptions = Omit<CubeSource, keyof CubeBounds> & CubeBounds

const defaultMost = 64_000_000
const defaultMostValues = 100_000
const defaultMostValueBytes = 32_000_000
const defaultMostLoaded = 400_000
const defaultRowsAtOnce = 100_000
const defaultRowsApart = 20_000
const defaultMostInTile = 800_000
const defaultFewRows = 2_000_000
const mostCubes = 256
/** What turned out too wide is tried again after so long, milliseconds. */
const tooWideFor = 600_000
const mostTooWide = 1_000
/** Unix seconds, after all events. */
const endOfTime = 2 ** 33

/** All cubes, within a bound of memory: those that were used least lately go first. */
export class Cubes {
  readonly #source: CubeSource
  readonly #most: number
  readonly #fewRows: number
  readonly mostInTile: number
  /** By fields, the one that was used last at the end. */
  readonly #cubes = new Map<string, Cube>()
  /** Until when (Unix milliseconds) there is no use in a cube of these fields. */
  readonly #tooWide = new Map<string, number>()
  readonly #asked = new Asked()
  #leftOut: ReadonlySet<string> = new Set()

  constructor(options: CubesOptions) {
    const {
      most = defaultMost,
      mostValues = defaultMostValues,
      mostValueBytes = defaultMostValueBytes,
      mostLoaded = defaultMostLoaded,
      rowsAtOnce = defaultRowsAtOnce,
      rowsApart = defaultRowsApart,
      mostInTile = defaultMostInTile,
      fewRows = defaultFewRows,
      ...source
    } = options
    this.#fewRows = fewRows
    this.mostInTile = mostInTile
    this.#source = { ...source, mostValues, mostValueBytes, mostLoaded, rowsAtOnce, rowsApart }
    this.#most = most
  }

  /** No counts by these tags are held from now on: somebody knows that they have too many values. */
  leaveOut(tags: Iterable<string>): void {
    this.#leftOut = new Set(tags)
    for (const [key, { fields }] of this.#cubes) if (this.#isLeftOut(fields)) this.#cubes.delete(key)
  }

  /** The cube of these fields, of all rows or of those that a condition holds for; undefined when they have too many values. */
  of(fields: readonly CubeField[], where = allRows): Cube | undefined {
    if (this.#isLeftOut(fields)) return undefined
    const key = keyOfAll(fields, where)
    const until = this.#tooWide.get(key)
    if (until !== undefined && until > Date.now()) return undefined
    const cube = this.#cubes.get(key) ?? new Cube(fields, where, this.#source)
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
  askedBefore(fields: readonly CubeField[], where: RowCondition, span: Span): boolean {
    return this.#asked.again(keyOfAll(fields, where), span)
  }

  get client(): SqlClient {
    return this.#source.client
  }

  /** How many values of a field there are; infinitely many while it has not been counted by. */
  valuesIn(field: CubeField): number {
    return this.#cubes.get(keyOfAll([field], allRows))?.values || Number.POSITIVE_INFINITY
  }

  /** Its fields have more values than are worth holding. */
  tooWide(cube: Cube): void {
    const key = keyOfAll(cube.fields, cube.where)
    this.#cubes.delete(key)
    this.#tooWide.delete(key)
    this.#tooWide.set(key, Date.now() + tooWideFor)
    for (const [oldest] of this.#tooWide) {
      if (this.#tooWide.size <= mostTooWide) return
      this.#tooWide.delete(oldest)
    }
  }

  #isLeftOut(fields: readonly CubeField[]): boolean {
    if (this.#leftOut.size === 0) return false
    return fields.some(field => isTag(field) && field.tag.some(name => this.#leftOut.has(name)))
  }

  /** Gives memory back when there is too much in use. To be called after each use. */
  keepWithin(): void {
    let bytes = 0
    for (const cube of this.#cubes.values()) bytes += cube.bytes
    for (const [key, cube] of this.#cubes) {
      if (bytes <= this.#most && this.#cubes.size <= mostCubes) return
      if (this.#cubes.size === 1) {
        cube.shrink(this.#most / 2)
        return
      }
      bytes -= cube.bytes
      this.#cubes.delete(key)
    }
  }

  /** What lies in the span is gone. */
  forget(span: Span): void {
    for (const cube of this.#cubes.values()) cube.forget(span)
  }
}

function keyOfAll(fields: readonly CubeField[], { sql }: RowCondition): string {
  return shortKey(`${fields.map(keyOf).join(' ')}${sql && ` where ${sql}`}`)
}
