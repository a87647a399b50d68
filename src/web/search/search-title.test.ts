import { expect, test } from 'vitest'
import { searchTitle } from './search-title.ts'
import { readSearchState } from './state/search-state.ts'

const cases: [query: string, title: string][] = [
  ['', 'Search'],
  ['q=link down', 'link down'],
  ['q=link&f=host:eq:fw-1&f=~program:eq:x', 'link, Host is fw-1'],
  [`q=${'long '.repeat(40)}`, `${'long '.repeat(16)}…`],
  [`q=${'x'.repeat(79)}𝒳`, `${'x'.repeat(79)}…`],
]
for (const [query, title] of cases)
  test(`the tab of ?${query.slice(0, 40)}`, () => expect(searchTitle(readSearchState(query))).toBe(title))
