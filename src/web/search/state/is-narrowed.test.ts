import { expect, test } from 'vitest'
import type { Pill } from '../../../filter/typed/pill.ts'
import { isNarrowed } from './search-requests.ts'

const pill = (field: string, off = false): Pill => ({ field, op: 'eq', values: ['a'], off })

test.each<[text: string, pills: Pill[], isOfSearch: boolean]>([
  ['', [], false],
  ['  ', [], false],
  ['failed', [], true],
  ['', [pill('program')], true],
  ['', [pill('program', true)], false],
])('the text %j with the filters %j finds only some events: %s', (text, pills, isOfSearch) => {
  expect(isNarrowed({ text, pills })).toBe(isOfSearch)
})
