import type { LastNParams, LastNResults } from '../../schema/query/last-n.ts'
import type { LastQuery, LastRow } from '../../storage/contract/event-store.ts'
import type { Value } from '../../storage/contract/field.ts'
import { firstN } from '../../storage/contract/first-n.ts'
import { type Kind, type ReadContext, scopeOf } from '../kind.ts'
import { checkEventParams, withEventDefaults } from './event-params.ts'
import { fieldFaults, fieldOf, isUnbounded, rowCost } from './fields.ts'
import { maxValues } from './limits.ts'

type SeenValue = Omit<LastRow, 'value'>

/**
 * All values of a span with the second in which each was seen last, or the answer for the whole range, or too
 * many values to hold.
 */
export type LastNState =
  | { form: 'seen'; values: ReadonlyMap<Value, SeenValue> }
  | { form: 'answer'; rows: readonly LastRow[] }
  | { form: 'overflow' }

/** The values of a field that were seen last. */
export const lastN: Kind<LastNParams, LastNState, LastNResults, FullLastN> = {
  normalise(params) {
    const full = fullLastN(params)
    checkEventParams(params, fieldFaults('field', full.field))
    return full
  },
  cost: ({ field }, predicate) => (isUnbounded(fieldOf(field)) ? 'whole' : rowCost(predicate)),
  rows: (params, { store, predicate }, { from, to }) =>
    store.estimateCounting([fieldOf(params.field)], predicate, undefined, from, to),
  periodic: () => false,
  async slice(params, context, slice) {
    const isWhole = isUnbounded(fieldOf(params.field))
    if (isWhole) return { form: 'answer', rows: await lastInRange(params, context) }
    const query = { ...queryOf(params), limit: maxValues + 1, precision: 'second' } as const
    const rows = await context.store.lastValues(scopeOf(context, slice), query, context.read)
    return seenState(new Map(rows.map(({ value, count, last }) => [value, { count, last }])))
  },
  merge(newer, older) {
    if (newer.form !== 'seen' || older.form !== 'seen') return { form: 'overflow' }
    const [small, large] = newer.values.size < older.values.size ? [newer, older] : [older, newer]
    const values = new Map(large.values)
    for (const [value, { count, last }] of small.values) {
      const other = values.get(value)
      values.set(value, { count: count + (other?.count ?? 0), last: Math.max(last, other?.last ?? last) })
    }
    return seenState(values)
  },
  async finish(params, context, state, complete) {
    const { range } = context
    const rows = await rowsOf(params, context, state, complete)
    const values = rows.map(({ value, count, last }) => ({ name: value, count, last_seen: last / 1_000_000 }))
    return { totals: { ts_from: range.from, ts_to: range.to, values } }
  },
}

type FullLastN = ReturnType<typeof fullLastN>

function fullLastN(params: LastNParams) {
  return {
    ...withEventDefaults(params),
    field: params.field ?? 'host',
    limit: params.limit ?? 5,
    ignore_empty: params.ignore_empty ?? true,
  }
}

function seenState(values: ReadonlyMap<Value, SeenValue>): LastNState {
  return values.size > maxValues ? { form: 'overflow' } : { form: 'seen', values }
}

function lastInRange(params: FullLastN, context: ReadContext): Promise<LastRow[]> {
  return context.store.lastValues(scopeOf(context, context.range), queryOf(params), context.read)
}

function queryOf(params: FullLastN): LastQuery {
  const { field, ignore_empty: ignoreEmpty, limit } = params
  return { field: fieldOf(field), ignoreEmpty, limit, precision: 'microsecond' }
}

async function rowsOf(
  params: FullLastN,
  context: ReadContext,
  state: LastNState | undefined,
  complete: boolean,
): Promise<readonly LastRow[]> {
  if (state === undefined) return []
  if (state.form === 'answer') return state.rows
  if (state.form === 'overflow') return complete ? await lastInRange(params, context) : []
  return await newestOf(params, context, state.values)
}

/**
 * The values seen last, with their microseconds. The state has only their seconds, so rows from the oldest of
 * these seconds on are read again.
 */
async function newestOf(
  params: FullLastN,
  context: ReadContext,
  values: ReadonlyMap<Value, SeenValue>,
): Promise<LastRow[]> {
  const rows = [...values].map(([value, seen]) => ({ value, ...seen }))
  const oldest = firstN(rows, params.limit, (a, b) => b.last - a.last).at(-1)
  if (oldest === undefined) return []
  const scope = scopeOf(context, { from: oldest.last / 1_000_000, to: context.range.to })
  const newest = await context.store.lastValues(scope, queryOf(params), context.read)
  return newest.map(row => ({ ...row, count: values.get(row.value)?.count ?? row.count }))
}
