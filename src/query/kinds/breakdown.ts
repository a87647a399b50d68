import type { GroupRow } from '../../storage/contract/event-store.ts'
import type { Field, Value } from '../../storage/contract/field.ts'
import { type ReadContext, scopeOf } from '../kind.ts'
import { validationFault } from '../param-fault.ts'
import { fieldOf } from './fields.ts'
import { maxEntries } from './limits.ts'
import type { RankedValue } from './ranking.ts'

export interface BreakdownRequest {
  field: Field
  subfields: readonly string[]
  /** Rows of each breakdown. */
  limit: number
  ignoreEmpty: boolean
}

/** The most frequent values of each subfield, by value and period. */
export type Breakdown = (name: Value, period?: number) => Record<string, RankedValue[]>

/**
 * Breaks the values `only` down by each subfield, over the whole range or, with `bounds`, for each period.
 * `ignoreEmpty` also leaves out the empty value of a subfield.
 */
export async function breakDown(
  context: ReadContext,
  request: BreakdownRequest,
  only: readonly Value[],
  bounds: readonly number[] | undefined,
): Promise<Breakdown> {
  const found = new Map<string, Map<string, RankedValue[]>>()
  for (const subfield of new Set(request.subfields)) {
    const rows = only.length === 0 ? [] : await readRows(context, request, subfield, only, bounds)
    if (rows.length > maxEntries) {
      throw validationFault([
        { path: 'subfields_limit', message: 'the breakdown has more than 500,000 rows' },
      ])
    }
    found.set(subfield, byValue(rows, request))
  }
  return (name, period = 0) =>
    Object.fromEntries(
      [...found].map(([subfield, ranked]) => [subfield, ranked.get(keyOf(period, name)) ?? []]),
    )
}

function readRows(
  context: ReadContext,
  { field, limit, ignoreEmpty }: BreakdownRequest,
  subfield: string,
  only: readonly Value[],
  bounds: readonly number[] | undefined,
): Promise<GroupRow[]> {
  const query = {
    fields: [field, fieldOf(subfield)] as const,
    ignoreEmpty: false,
    only,
    // One more, since the store keeps the empty value of the second field.
    limitEach: ignoreEmpty ? limit + 1 : limit,
    limit: maxEntries + 1,
    ...(bounds && { bounds }),
  }
  return context.store.groupCounts(scopeOf(context, context.range), query, context.read)
}

/** Keeps the order of the rows: by count, then value. */
function byValue(
  rows: readonly GroupRow[],
  { limit, ignoreEmpty }: BreakdownRequest,
): Map<string, RankedValue[]> {
  const ranked = new Map<string, RankedValue[]>()
  for (const { period, values, count } of rows) {
    const [name = '', sub = ''] = values
    if (ignoreEmpty && sub === '') continue
    const key = keyOf(period, name)
    const list = ranked.get(key) ?? []
    if (list.length < limit) list.push({ name: sub, count })
    ranked.set(key, list)
  }
  return ranked
}

function keyOf(period: number, name: Value): string {
  return `${period} ${name}`
}
