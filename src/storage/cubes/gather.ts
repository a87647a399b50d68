import type { Field, Read, Scope, Value } from '../store.ts'
import { type Cover, coarsestWithin, coverOf, type Level, startsIn } from './cover.ts'
import { type Cube, Restless, TooWide } from './cube.ts'
import type { Cubes } from './cubes.ts'
import { type CubeField, fieldsOf, isCubeField, isNumber, keyOf, withoutTwins } from './known-fields.ts'
import { type Sum, summed, TooManySums } from './sums.ts'
import { targetsOf } from './targets.ts'
import { tileLength } from './tiles.ts'

/** Fields that one cube counts by at most: with more, nearly each event is a combination of its own. */
const mostFields = 2
/** Hours whose minutes are kept, and minutes whose seconds are, of fields with many values. */
const mostFine = 6
/** Minutes whose seconds are kept of others. */
const mostSecondMinutes = 62
/** Combinations of two fields in all tiles of a range: with more, rows are as well counted. */
const mostPairs = 150_000
/** What the minutes of an hour hold, as a multiple of what the hour does. */
const minutesWeigh = 20
/** About how many values fields have that need not be counted. */
const valuesOf: Readonly<Partial<Record<string, number>>> = { severity: 8, facility: 24, status: 4, type: 8 }

/** What counts of a scope can be had from. */
export interface Plan {
  cube: Cube
  /** How many of its fields were asked for: they come first. The others are looked at. */
  wanted: number
  cover: Cover
}

/**
 * How to count a scope by fields, and by periods when there are bounds; undefined when rows have to be counted for it: too many
 * periods are finer than minutes, or it hangs on what there are too many values of.
 */
export function planOf(
  cubes: Cubes,
  { from, to, predicate }: Scope,
  wanted: readonly Field[],
  bounds: readonly number[] | undefined,
): Plan | undefined {
  const looked = fieldsOf(predicate)
  if (looked === undefined || !wanted.every(isCubeField)) return undefined
  const fields = withoutTwins([...wanted, ...looked])
  if (fields.length > mostFields || withoutTwins(wanted).length < wanted.length) return undefined
  const cover = coverOf(from, to, bounds === undefined ? 'day' : coarsestWithin(bounds))
  const few = fields.every(isNumber)
  if (!few && tilesIn(cover, 'minute') > mostFine) return undefined
  if (tilesIn(cover, 'second') > (few ? mostSecondMinutes : mostFine)) return undefined
  if (fields.length > 1 && cellsOf(cubes, fields, cover) > mostPairs) return undefined
  const cube = cubes.of(fields)
  return cube && { cube, wanted: wanted.length, cover }
}

/** How many combinations tiles would hold at most; no number while the values of one of the fields have not been counted yet. */
function cellsOf(cubes: Cubes, fields: readonly CubeField[], cover: Cover): number {
  const each = fields.reduce(
    (product, field) => product * (valuesOf[keyOf(field)] ?? cubes.valuesIn(field)),
    1,
  )
  const whole = tilesIn(cover, 'day') + tilesIn(cover, 'hour')
  return each * (whole + minutesWeigh * tilesIn(cover, 'minute'))
}

function tilesIn(cover: Cover, level: Level): number {
  return startsIn(cover[level], tileLength(level)).length
}

/** Each period and values once, in no order. */
export interface Gathered {
  sums: readonly Sum[]
  /** The values of what was asked for, by the `id` of a sum. */
  valuesOf(id: number): readonly Value[]
}

/** Everything that a scope counts; undefined when it turned out that rows have to be counted. */
export async function gather(
  cubes: Cubes,
  { cube, wanted, cover }: Plan,
  { predicate }: Scope,
  bounds: readonly number[] | undefined,
  read: Read,
): Promise<Gathered | undefined> {
  try {
    return await cube.visit(cover, read, (runs, ids) => {
      const targets = targetsOf(ids, cube.fields, wanted, predicate)
      return { sums: summed(runs, bounds, targets), valuesOf: targets.valuesOf }
    })
  } catch (error) {
    if (error instanceof TooWide) cubes.tooWide(cube)
    else if (!(error instanceof Restless || error instanceof TooManySums)) throw error
    return undefined
  } finally {
    cubes.keepWithin()
  }
}
