import { printable } from '../../charts/printable.ts'
import { withEllipsis } from '../../schema/text/truncate-text.ts'
import { pageNames } from '../texts/pages.ts'
import { pillLabel } from './state/pill-text.ts'
import type { SearchState } from './state/search-state.ts'

/** Maximum UTF-16 units of a title, without its ellipsis. */
const maxLength = 80

/** The title of the browser tab: the text and the enabled filters of a search. */
export function searchTitle({ text, pills }: Pick<SearchState, 'text' | 'pills'>): string {
  const parts = [text.trim(), ...pills.filter(pill => !pill.off).map(pillLabel)].filter(part => part !== '')
  const title = printable(parts.join(', '))
  if (title === '') return pageNames.search
  return withEllipsis(title, maxLength)
}
