import { type Pill, pillOf, withPill } from '../../filter/typed/pill.ts'
import type { ChangedValue } from '../../schema/query/changes.ts'
import type { QueryRequest } from '../api/queries.ts'
import { withPattern } from '../patterns/pattern-pills.ts'
import { compareTo } from '../search/state/other-range.ts'
import { commonParams } from '../search/state/search-requests.ts'
import type { SearchState } from '../search/state/search-state.ts'

const maxRows = 100

/** What changed between the range of a search and its other range. */
export function changesRequest(state: SearchState, zone: string): QueryRequest<'Changes'> {
  const other = compareTo(state, zone)
  return {
    type: 'Changes',
    params: { ...commonParams(state, zone), limit: maxRows, ...(other && { compare_to: other }) },
  }
}

/** The filters of a search, and one for a changed value. */
export function withValue(pills: readonly Pill[], { field, value, filter }: ChangedValue): Pill[] {
  if (field === 'template') return withPattern(pills, '|>', String(value))
  const pill = pillOf(filter[0])
  return pill === undefined ? [...pills] : [...withPill(pills, pill)]
}
