import { compileMatcher } from '../../filter/matcher.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Field, Read, Scope, Value } from '../store.ts'
import { type CountedRow, countRows } from './count-rows.ts'
import { type Cover, coarsestWithin, coverOf, type Level, lengths, type Span, startsIn } from './cover.ts'
import { type Cube, Restless, TooWide } from './cube.ts'
import type { Cubes } from './cubes.ts'
import { type CubeField, eventWith, fieldsOf, isCubeField, isNumber } from './known-fields.ts'
import type { Visit } from './tiles.ts'

/** Fields that one cube counts by at most: with more, nearly each event is a combination of its own. */
const mostFields = 2
/** Hours whose minutes are kept of fields with many values. */
const mostMinuteHours = 6
/** Combinations of two fields in all tiles of a range: with more, rows are as well counted. */
const mostPairs = 150_000
/** What the minutes of an hour hold, as a multiple of what the hour does. */
const minutesWeigh = 20
/** About how many values fields have that need not be counted. */
const valuesOf: Partial<Record<CubeField, number>> = { severity: 8, facility: 24, status: 4, type: 8 }
/** Values of what is left over at the ends of a range. */
const mostOfRest = 400_000

/** What counts of a scope can be had from. */
export interface Plan {
  cube: Cube
  /** The fields asked for come first. */
  fields: readonly CubeField[]
  cover: Cover
}

/**
 * How to count a scope by fields, and by periods when there are bounds; undefined when rows have to be counted for it: periods are
 * finer than minutes, or it hangs on what there are too many values of.
 */
export function planOf(
  cubes: Cubes,
  { from, to, predicate }: Scope,
  wanted: readonly Field[],
  bounds: readonly number[] | undefined,
  estimateRows: (from: number, to: number) => number,
): Plan | undefined {
  const looked = fieldsOf(predicate)
  if (looked === undefined || !wanted.every(isCubeField)) return undefined
  const fields = [...new Set([...wanted, ...looked])]
  if (fields.length > mostFields) return undefined
  const coarsest = bounds === undefined ? 'day' : coarsestWithin(bounds)
  if (coarsest === undefined) return undefined
  const cover = withoutFew(coverOf(from, to, coarsest), coarsest, cubes.fewRows, estimateRows)
  const hours = startsIn(cover.minute, lengths.hour).length
  if (hours > mostMinuteHours && !fields.every(isNumber)) return undefined
  if (fields.length > 1 && cellsOf(cubes, fields, cover) > mostPairs) return undefined
  const cube = cubes.of(fields)
  return cube && { cube, fields, cover }
}

/** How many combinations tiles would hold at most; no number while the values of one of the fields have not been counted yet. */
function cellsOf(cubes: Cubes, fields: readonly CubeField[], cover: Cover): number {
  const each = fields.reduce((product, field) => product * (valuesOf[field] ?? cubes.valuesIn(field)), 1)
  const count = (level: Level, length: number) => startsIn(cover[level], length).length
  const tiles = count('day', lengths.day) + count('hour', lengths.hour)
  return each * (tiles + minutesWeigh * count('minute', lengths.hour))
}

/** Parts of an hour with few rows are as well read as they are. */
function withoutFew(
  cover: Cover,
  coarsest: Level,
  fewRows: number,
  estimateRows: (from: number, to: number) => number,
): Cover {
  if (coarsest === 'minute') return cover
  const isFew = ({ from, to }: { from: number; to: number }) =>
    estimateRows(from, to) < fewRows && estimateRows(from, from + lengths.hour) < fewRows
  return {
    ...cover,
    minute: cover.minute.filter(span => !isFew(span)),
    rest: [...cover.rest, ...cover.minute.filter(isFew)],
  }
}

/** What has certain values in a period, or in all when there are none. The same period and values may come more than once. */
export interface Gathered {
  period: number
  values: readonly Value[]
  count: number
  firsts: number
  last: number
}

/** Everything that a scope counts; undefined when it turned out that rows have to be counted. */
export async function gather(
  client: SqlClient,
  cubes: Cubes,
  { cube, fields, cover }: Plan,
  { from, predicate }: Scope,
  bounds: readonly number[] | undefined,
  read: Read,
): Promise<Gathered[] | undefined> {
  const test = compileMatcher(predicate)
  const isEverything = predicate.kind === 'const' && predicate.value
  const fits = ({ values }: Gathered) => isEverything || test(eventWith(fields, values))
  try {
    const [kept, rest] = await Promise.all([
      cube.visit(cover, read, walk => summed(walk, bounds, cube.values, id => cube.valuesOf(id))),
      cover.rest.length === 0 ? [] : restOf(client, fields, cover.rest, read),
    ])
    const periodOf = periodsOf(bounds)
    const others = rest.map(row => ({ ...row, period: periodOf(Math.max(from, row.bucket * 60)) }))
    return [...kept, ...others].filter(fits)
  } catch (error) {
    if (error instanceof TooWide) cubes.tooWide(cube)
    else if (!(error instanceof Restless)) throw error
    return undefined
  } finally {
    cubes.keepWithin()
  }
}

/** What no tile holds, by minutes: bounds lie between these. */
async function restOf(
  client: SqlClient,
  fields: readonly CubeField[],
  rest: readonly Span[],
  read: Read,
): Promise<CountedRow[]> {
  const choice = { quiet: rest, busy: [], highest: 0, without: [] }
  const rows = await countRows(client, fields, lengths.minute, choice, mostOfRest, read)
  if (rows.length > mostOfRest) throw new TooWide()
  return rows
}

/** Tens of thousands of cells become a few hundred sums, before anything is done with their values. */
function summed(
  walk: (visit: Visit) => void,
  bounds: readonly number[] | undefined,
  ids: number,
  valuesOf: (id: number) => readonly Value[],
): Gathered[] {
  const periodOf = periodsOf(bounds)
  // Keys are small whole numbers as long as they can be: those are the quick ones.
  const sums = new Map<number, Gathered>()
  walk((second, id, count, firsts, last) => {
    const period = periodOf(second)
    const key = period * ids + id
    const sum = sums.get(key)
    if (sum === undefined) {
      sums.set(key, { period, values: valuesOf(id), count, firsts, last })
      return
    }
    sum.count += count
    sum.firsts += firsts
    if (last > sum.last) sum.last = last
  })
  return [...sums.values()]
}

/** The period that a second lies in. Asked in nearly ascending order, so it looks on from where it was. */
function periodsOf(bounds: readonly number[] | undefined): (second: number) => number {
  if (bounds === undefined) return () => 0
  let period = 0
  return second => {
    while (period > 0 && second < (bounds[period] ?? 0)) period--
    while (period < bounds.length - 2 && second >= (bounds[period + 1] ?? 0)) period++
    return period
  }
}
