import type { FilterPart } from '../../../schema/filter/condition.ts'
import type { Range } from '../../../time/range.ts'
import { filterForm } from '../../filter-form/filter-form.ts'
import { maxPills, searchAddress } from '../../search/state/search-state.ts'
import { canExclude } from './describe.ts'

/** The address of a search for the events of a filter, by default in the last 24 hours. */
export function searchOfFilter(filter: readonly FilterPart[], preset = 'last_24_hours'): string {
  return addressOf(filter, { preset })
}

/** The address of a search for the events of a filter from `from` to `to`, Unix seconds. */
export function searchOfRange(filter: readonly FilterPart[], from: number, to: number): string {
  return addressOf(filter, { from, to })
}

/** The address of the search page, which has at most `maxPills` conditions. */
function addressOf(filter: readonly FilterPart[], range: Range): string {
  const { text, pills } = filterForm(filter)
  return searchAddress({ text, pills: pills.filter(canExclude).slice(0, maxPills), range })
}
