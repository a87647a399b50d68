import { rangeText } from '../../time/range-text.ts'
import { pillLabel } from '../state/pill-text.ts'
import type { RecentSearch } from './search-history.ts'

/** A search as one text: filters, text and time range. Absolute ranges are in UTC. */
export function recentSearchText({ text, pills, range }: RecentSearch): string {
  return [...pills.map(pillLabel), text, rangeText(range, 'UTC')].filter(part => part !== '').join(' ')
}
