import type { Span } from './cover.ts'
import { Cube, type CubeSource } from './cube.ts'
import type { CubeField } from './known-fields.ts'

export interface CubeBounds {
  /** Bytes that all cubes may take. */
  most?: number
}

type CubesOptions = CubeSource & CubeBounds

const defaultMost = 64_000_000
const mostCubes = 48
/** What turned out too wide is tried again after so long, milliseconds. */
const tooWideFor = 600_000
const mostTooWide = 1_000

/** All cubes, within a bound of memory: those that were used least lately go first. */
export class Cubes {
  readonly #options: CubesOptions
  readonly #most: number
  /** By fields, the one that was used last at the end. */
  readonly #cubes = new Map<string, Cube>()
  /** Until when (Unix milliseconds) there is no use in a cube of these fields. */
  readonly #tooWide = new Map<string, number>()

  constructor(options: CubesOptions) {
    this.#options = options
    this.#most = options.most ?? defaultMost
  }

  /** The cube of these fields; undefined when they have too many values. */
  of(fields: readonly CubeField[]): Cube | undefined {
    const key = fields.join(' ')
    const until = this.#tooWide.get(key)
    if (until !== undefined && until > Date.now()) return undefined
    const cube = this.#cubes.get(key) ?? new Cube(fields, this.#options)
    this.#cubes.delete(key)
    this.#cubes.set(key, cube)
    return cube
  }

  /** How many values of a field there are; infinitely many while it has not been counted by. */
  valuesIn(field: CubeField): number {
    return this.#cubes.get(field)?.values || Number.POSITIVE_INFINITY
  }

  /** Its fields have more values than are worth holding. */
  tooWide(cube: Cube): void {
    const key = cube.fields.join(' ')
    this.#cubes.delete(key)
    this.#tooWide.delete(key)
    this.#tooWide.set(key, Date.now() + tooWideFor)
    for (const [oldest] of this.#tooWide) {
      if (this.#tooWide.size <= mostTooWide) return
      this.#tooWide.delete(oldest)
    }
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
