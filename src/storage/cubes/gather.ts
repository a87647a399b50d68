import { compileMatcher } from '../../filter/matcher.ts'
import type { Predicate } from '../../filter/predicate.ts'
import type { Field, Read, Scope, Value } from '../store.ts'
import { type Cover, coarsestWithin, coverOf, type Level, startsIn } from './cover.ts'
import { type Cube, Restless, TooWide } from './cube.ts'
import type { Cubes } from './cubes.ts'
import { type CubeField, eventWith, fieldsOf, isCubeField, isNumber } from './known-fields.ts'
import { summed } from './sums.ts'
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
const valuesOf: Partial<Record<CubeField, number>> = { severity: 8, facility: 24, status: 4, type: 8 }

/** What counts of a scope can be had from. */
export interface Plan {
  cube: Cube
  /** The fields asked for come first. */
  fields: readonly CubeField[]
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
  const fields = [...new Set([...wanted, ...looked])]
  if (fields.length > mostFields) return undefined
  const cover = coverOf(from, to, bounds === undefined ? 'day' : coarsestWithin(bounds))
  const few = fields.every(isNumber)
  if (!few && tilesIn(cover, 'minute') > mostFine) return undefined
  if (tilesIn(cover, 'second') > (few ? mostSecondMinutes : mostFine)) return undefined
  if (fields.length > 1 && cellsOf(cubes, fields, cover) > mostPairs) return undefined
  const cube = cubes.of(fields)
  return cube && { cube, fields, cover }
}

/** How many combinations tiles would hold at most; no number while the values of one of the fields have not been counted yet. */
function cellsOf(cubes: Cubes, fields: readonly CubeField[], cover: Cover): number {
  const each = fields.reduce((product, field) => product * (valuesOf[field] ?? cubes.valuesIn(field)), 1)
  const whole = tilesIn(cover, 'day') + tilesIn(cover, 'hour')
  return each * (whole + minutesWeigh * tilesIn(cover, 'minute'))
}

function tilesIn(cover: Cover, level: Level): number {
  return startsIn(cover[level], tileLength(level)).length
}

/** What has certain values in a period, or in all when there are none: each period and values once. */
export interface Gathered {
  period: number
  values: readonly Value[]
  count: number
  firsts: number
  last: number
}

/** Everything that a scope counts; undefined when it turned out that rows have to be counted. */
export async function gather(
  cubes: Cubes,
  { cube, fields, cover }: Plan,
  { predicate }: Scope,
  bounds: readonly number[] | undefined,
  read: Read,
): Promise<Gathered[] | undefined> {
  try {
    const sums = await cube.visit(cover, read, runs => {
      const all = summed(runs, bounds, cube.values)
      return all.map(({ id, ...sum }) => ({ ...sum, id, values: cube.valuesOf(id) }))
    })
    if (predicate.kind === 'const' && predicate.value) return sums
    const fits = fitting(predicate, fields)
    return sums.filter(fits)
  } catch (error) {
    if (error instanceof TooWide) cubes.tooWide(cube)
    else if (!(error instanceof Restless)) throw error
    return undefined
  } finally {
    cubes.keepWithin()
  }
}

/** Whether values fit, asked once for each combination of them. */
function fitting(predicate: Predicate, fields: readonly CubeField[]) {
  const test = compileMatcher(predicate)
  const known = new Map<number, boolean>()
  return ({ id, values }: { id: number; values: readonly Value[] }): boolean => {
    const before = known.get(id)
    if (before !== undefined) return before
    const fits = test(eventWith(fields, values))
    known.set(id, fits)
    return fits
  }
}
