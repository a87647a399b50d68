import { printable } from '../../charts/printable.ts'
import { pageNames } from '../texts/pages.ts'
import { pillLabel } from './state/pill-text.ts'
import type { SearchState } from './state/search-state.ts'

const maxLength = 80

/** The title of a search for the browser tab: its words and filters. */
export function searchTitle({ text, pills }: Pick<SearchState, 'text' | 'pills'>): string {
  const parts = [text.trim(), ...pills.filter(pill => !pill.off).map(pillLabel)].filter(part => part !== '')
  const title = printable(parts.join(', '))
  if (title === '') return pageNames.search
  return title.length > maxLength ? `${title.slice(0, maxLength)}…` : title
}
