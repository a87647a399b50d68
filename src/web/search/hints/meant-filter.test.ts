import { expect, test } from 'vitest'
import { pillText } from '../../../filter/typed/pill.ts'
import { parseTypedQuery } from '../../../filter/typed/typed-query.ts'
import { meantFilter } from './meant-filter.ts'

test.each([
  ['hots:a', '', 'host:eq:a'],
  ['"hots:a" hots:a', '"hots:a"', 'host:eq:a'],
  ['xhots:a hots:a failed', 'xhots:a failed', 'host:eq:a'],
])('the misspelled condition of %s becomes a filter at its own place', (text, rest, pill) => {
  const term = parseTypedQuery(text, () => undefined).textTerms.find(({ name }) => name === 'hots')
  const meant = term && meantFilter(text, term, ['SrcIP'])
  expect([meant?.text, meant?.pills.map(pillText)]).toEqual([rest, [pill]])
})
