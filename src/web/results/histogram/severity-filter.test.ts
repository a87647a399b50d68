import { expect, test } from 'vitest'
import { type Pill, pillText, readPill } from '../../../filter/typed/pill.ts'
import { isAndAbove, shownSeverities, withSeverityAndAbove, withSeveritySwitched } from './severity-filter.ts'

const pills = (...texts: string[]) => texts.map(readPill).filter((pill): pill is Pill => pill !== undefined)
const all = [0, 1, 2, 3, 4, 5, 6, 7]

const shown: [filters: string[], codes: number[]][] = [
  [[], all],
  [['host:eq:a'], all],
  [['severity:le:3'], [0, 1, 2, 3]],
  [
    ['severity:lt:3', 'severity:ge:1'],
    [1, 2],
  ],
  [['severity:eq:3,5'], [3, 5]],
  [['severity:ne:3,5'], [0, 1, 2, 4, 6, 7]],
  [['~severity:eq:3'], all],
  [['severity:eq:error'], all],
]
for (const [filters, codes] of shown)
  test(`${filters.join(' ')} shows ${codes.join('')}`, () =>
    expect([...shownSeverities(pills(...filters))]).toEqual(codes))

const switched: [filters: string[], code: number, wanted: string[]][] = [
  [[], 7, ['severity:le:6']],
  [[], 3, ['severity:eq:0,1,2,4,5,6,7']],
  [['severity:le:6'], 7, []],
  [['host:eq:a', 'severity:eq:3'], 4, ['host:eq:a', 'severity:eq:3,4']],
  // Hiding the only shown severity shows all again, since nothing would be left.
  [['severity:eq:3'], 3, []],
  [['severity:eq:error'], 7, ['severity:eq:error', 'severity:le:6']],
]
for (const [filters, code, wanted] of switched)
  test(`${code} is switched in ${filters.join(' ')}`, () =>
    expect(withSeveritySwitched(pills(...filters), code).map(pillText)).toEqual(wanted))

test('error and above, and back', () => {
  const above = withSeverityAndAbove(pills('host:eq:a', 'severity:eq:7'), 3)
  expect(above.map(pillText)).toEqual(['host:eq:a', 'severity:le:3'])
  expect(isAndAbove(above, 3)).toBe(true)
  expect(withSeverityAndAbove(above, 4).map(pillText)).toEqual(['host:eq:a', 'severity:le:4'])
  expect(withSeverityAndAbove(above, 3).map(pillText)).toEqual(['host:eq:a'])
})
