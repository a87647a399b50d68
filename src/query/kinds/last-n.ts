import type { LastNParams, LastNResults } from '../../schema/query/last-n.ts'
import type { LastRow, Read, Value } from '../../storage/store.ts'
import { type Evaluation, type Kind, scopeOf } from '../kind.ts'
import { faultOf } from '../refuse.ts'
import { commonFaults, fullCommon } from './common-params.ts'
import { fieldFaults, fieldOf, isUnbounded, rowCost } from './fields.ts'
import { maxValues } from './limits.ts'
import { compareValues, firstN } from './order.ts'

type Seen = Omit<LastRow, 'value'>

/** Everything that was seen in a stretch; or the answer itself, of the whole range; or too many values to hold. */
export type LastNState =
  | { form: 'seen'; values: ReadonlyMap<Value, Seen> }
  | { form: 'answer'; rows: readonly LastRow[] }
  | { form: 'overflow' }

/** Values of a field by when they were last seen. */
export const lastN: Kind<LastNParams, LastNState, LastNResults> = {
  normalise(params) {
    const full = fullLastN(params)
    const faults = [...commonFaults(params), ...fieldFaults('field', full.field)]
    if (faults.length > 0) throw faultOf(faults)
    return full
  },
  cost: (params, predicate) => (isWhole(params) ? 'whole' : rowCost(predicate)),
  periodic: () => false,
  async slice(params, evaluation, slice, read) {
    if (isWhole(params)) return { form: 'answer', rows: await answer(params, evaluation, read) }
    const { field, ignore_empty } = fullLastN(params)
    const scope = scopeOf(evaluation, slice)
    const rows = await evaluation.store.lastValues(scope, fieldOf(field), ignore_empty, maxValues + 1, read)
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
  async finish(params, evaluation, state, complete, read) {
    const { range } = evaluation
    const rows =
      state?.form === 'overflow' && complete
        ? await answer(params, evaluation, read)
        : rowsOf(state, fullLastN(params).limit)
    const values = rows.map(({ value, count, last }) => ({ name: value, count, last_seen: last / 1_000_000 }))
    return { totals: { ts_from: range.from, ts_to: range.to, values } }
  },
}

function fullLastN(params: LastNParams) {
  return {
    ...fullCommon(params),
    field: params.field ?? 'host',
    limit: params.limit ?? 5,
    ignore_empty: params.ignore_empty ?? true,
  }
}

function isWhole(params: LastNParams): boolean {
  return isUnbounded(fieldOf(fullLastN(params).field))
}

function seenState(values: ReadonlyMap<Value, Seen>): LastNState {
  return values.size > maxValues ? { form: 'overflow' } : { form: 'seen', values }
}

/** The engine's own answer for the whole range. */
function answer(params: LastNParams, evaluation: Evaluation, read: Read): Promise<LastRow[]> {
  const { field, ignore_empty, limit } = fullLastN(params)
  const scope = scopeOf(evaluation, evaluation.range)
  return evaluation.store.lastValues(scope, fieldOf(field), ignore_empty, limit, read)
}

function rowsOf(state: LastNState | undefined, limit: number): readonly LastRow[] {
  if (state === undefined || state.form === 'overflow') return []
  if (state.form === 'answer') return state.rows
  const rows = [...state.values].map(([value, seen]) => ({ value, ...seen }))
  return firstN(rows, limit, (a, b) => b.last - a.last || compareValues(a.value, b.value))
}
