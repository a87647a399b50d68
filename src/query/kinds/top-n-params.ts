import type { TopNParams } from '../../schema/query/top-n.ts'
import { withEventDefaults } from './event-params.ts'

export type FullTopN = ReturnType<typeof fullTopN>

/** The parameters of a `TopN` query with their defaults. */
export function fullTopN(params: TopNParams) {
  return {
    ...withEventDefaults(params),
    field: params.field ?? 'host',
    limit: params.limit ?? 5,
    with_subperiods: params.with_subperiods ?? false,
    top_periods: params.top_periods ?? false,
    show_other: params.show_other ?? false,
    ignore_empty: params.ignore_empty ?? true,
    subfields: params.subfields ?? [],
    subfields_limit: params.subfields_limit ?? 5,
  }
}

export function hasPeriods(full: FullTopN): boolean {
  return full.with_subperiods || full.top_periods
}
