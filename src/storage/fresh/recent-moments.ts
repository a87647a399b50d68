import type { Field, LastRow, Scope, Value } from '../store.ts'
import type { Recent } from './recent-rows.ts'
import { rowFit } from './row-fit.ts'

/** Rows that are held against a predicate one by one. */
const mostMatched = 2_000
const micro = 1_000_000

/**
 * What `lastMoments` answers, from rows in memory: values whose last seconds are known, with the microseconds. Undefined when not all of
 * these seconds are in memory, or too many rows would have to be looked at.
 */
export function recentMoments(
  { from, rows }: Recent,
  scope: Scope,
  field: Field,
  known: readonly LastRow[],
): LastRow[] | undefined {
  if (field === 'message') return undefined
  const wanted = new Map<Value, number>(known.map(({ value, last }) => [value, last]))
  const oldest = known.reduce((least, { last }) => Math.min(least, last), Number.POSITIVE_INFINITY)
  if (oldest < from * micro) return undefined
  const fit = rowFit(scope.predicate)
  const moments = new Map<Value, number>()
  let matched = 0
  for (let at = rows.length - 1; at >= 0 && moments.size < wanted.size; at--) {
    const row = rows[at]
    if (row === undefined || row.ts < oldest) break
    if (row.ts >= scope.to * micro) continue
    const value = row.batch.value(row.row, field)
    const second = wanted.get(value)
    if (second === undefined || moments.has(value)) continue
    const fits = fit.glance(row.batch, row.row)
    if (fits === 'unsure' && ++matched > mostMatched) return undefined
    if (fits === true || (fits === 'unsure' && fit.matches(row.batch, row.row))) moments.set(value, row.ts)
  }
  return known.flatMap(row => {
    const last = moments.get(row.value)
    return last === undefined ? [] : [{ ...row, last }]
  })
}
