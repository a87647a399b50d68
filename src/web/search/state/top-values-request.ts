import { codeNames, eventFields } from '../../../filter/typed/event-fields.ts'
import { isConditionOn, type Pill } from '../../../filter/typed/pill.ts'
import { queryFault } from '../../../filter/typed/query-fault.ts'
import { timeRangeOf } from '../../../time/range.ts'
import type { QueryRequest } from '../../api/queries.ts'
import { filterOf } from './search-requests.ts'
import type { SearchState } from './search-state.ts'

/** The part of a search that determines its events. */
export type FilteredSearch = Pick<SearchState, 'text' | 'pills' | 'range'>

/** Number of codes of the field that has the most: facility. */
const maxCodes = 24

/**
 * A request for the most frequent values of a field that begin with the typed text, among events that match
 * the other filters of a search. Undefined for a field whose values are not listed: messages and numbers.
 */
export function topValuesRequest(
  field: string,
  typed: string,
  state: FilteredSearch,
  zone: string,
  limit: number,
): QueryRequest<'TopN'> | undefined {
  if (field === '' || field === 'message' || eventFields.get(field) === 'number') return undefined
  const isCode = codeNames.has(field)
  // The user may be typing: a text with a syntax error is left out.
  const text = queryFault(state.text) ? '' : state.text
  // Filters on the field itself would hide its other values.
  const pills = state.pills.filter(pill => !isConditionOn(pill, field))
  // A text with wildcards already is a pattern.
  const pattern = /[*?]/.test(typed) ? typed : `${typed}*`
  const beginning: Pill[] = typed === '' || isCode ? [] : [{ field, op: 'eq', values: [pattern], off: false }]
  return {
    type: 'TopN',
    params: {
      time_range: timeRangeOf(state.range, zone),
      filter: filterOf({ text, pills: [...pills, ...beginning] }),
      field,
      limit: isCode ? maxCodes : limit,
      ...('preset' in state.range ? { freeze_time: true } : {}),
    },
  }
}
