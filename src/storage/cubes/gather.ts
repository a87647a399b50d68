import { compileMatcher } from '../../filter/matcher.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Field, Read, Scope, Value } from '../store.ts'
import { countRows } from './count-rows.ts'
import { type Cover, coarsestWithin, coverOf, type Level, lengths, startsIn } from './cover.ts'
import { type Cube, TooWide } from './cube.ts'
import type { Cubes } from './cubes.ts'
import { type CubeField, eventWith, fieldsOf, isCubeField, isNumber } from './known-fields.ts'

/** Fields that one cube counts by at most: with more, nearly each event is a combination of its own. */
const mostFields = 2
/** Hours whose minutes are kept of fields with many values. */
const mostMinuteHours = 6
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
  const cube = cubes.of(fields)
  return cube && { cube, fields, cover }
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

/** Told of what has certain values: a second of the period that it lies in, the values of the wanted fields. */
export type Take = (second: number, values: readonly Value[], counted: Counted) => void

export interface Counted {
  count: number
  firsts: number
  last: number
}

/** Tells everything that a scope counts, in no order and in parts; false when it turned out that rows have to be counted. */
export async function gather(
  client: SqlClient,
  cubes: Cubes,
  { cube, fields, cover }: Plan,
  { from, predicate }: Scope,
  read: Read,
  take: Take,
): Promise<boolean> {
  const test = compileMatcher(predicate)
  const fits = (values: readonly Value[]) => test(eventWith(fields, values))
  try {
    const [rest] = await Promise.all([
      cover.rest.length === 0
        ? []
        : countRows(
            client,
            fields,
            60,
            { quiet: cover.rest, busy: [], highest: 0, without: [] },
            mostOfRest,
            read,
          ),
      cube.visit(cover, read, walk => {
        const known: (readonly Value[] | null)[] = []
        walk((second, id, count, firsts, last) => {
          let values = known[id]
          if (values === undefined) {
            const own = cube.valuesOf(id)
            values = fits(own) ? own : null
            known[id] = values
          }
          if (values !== null) take(second, values, { count, firsts, last })
        })
      }),
    ])
    if (rest.length > mostOfRest) throw new TooWide()
    for (const row of rest) if (fits(row.values)) take(Math.max(from, row.bucket * 60), row.values, row)
    return true
  } catch (error) {
    if (!(error instanceof TooWide)) throw error
    cubes.tooWide(cube)
    return false
  } finally {
    cubes.keepWithin()
  }
}
