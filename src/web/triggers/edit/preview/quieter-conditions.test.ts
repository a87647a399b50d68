import { expect, test } from 'vitest'
import { quieterConditions } from './quieter-conditions.ts'

test.each([
  ['a hundred a day fire rarely enough', 100, 1, undefined],
  ['more matches over more days, too', 700, 7, undefined],
  ['few more need the least count', 101, 1, [5, 5]],
  ['many need a count above the usual one', 288 * 20, 1, [60, 45]],
])('%s', (_, matches, days, counts) => {
  const quieter = quieterConditions({ matches, top_hosts: [{ host: 'a', count: (matches * 3) / 4 }] }, days)
  const wanted = counts && {
    total: { kind: 'count', count: counts[0], seconds: 300, by: null },
    forEachHost: { kind: 'count', count: counts[1], seconds: 300, by: 'host' },
  }
  expect(quieter).toEqual(wanted)
})
