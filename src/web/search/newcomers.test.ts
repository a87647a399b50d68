import { expect, test } from 'vitest'
import { newcomers, newcomersText } from './newcomers.ts'

const events = (...ids: string[]) => ids.map(_id => ({ _id }))
const cases: [name: string, earlier: string[], later: string[], wanted: string[]][] = [
  ['nothing changed', ['3', '2'], ['3', '2'], []],
  ['two came, one left the page', ['3', '2'], ['5', '4', '3'], ['5', '4']],
  ['everything is new', ['3'], ['5', '4'], ['5', '4']],
  ['only the order changed', ['3', '2'], ['2', '3'], []],
]
for (const [name, earlier, later, wanted] of cases)
  test(name, () => expect(newcomers(events(...earlier), events(...later))).toEqual(wanted))

test('a full page of new events says that there may be more', () => {
  expect(newcomersText(7, 100)).toBe('7 new')
  expect(newcomersText(100, 100)).toBe('100+ new')
})
