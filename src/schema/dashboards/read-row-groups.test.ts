import { expect, test } from 'vitest'
import { groupTitles } from './read-row-groups.ts'

const groups = [
  { title: 'B', row: 5 },
  { title: 'A', row: 2 },
  { title: 'empty', row: 3 },
]

test.each([
  ['no widgets', [], []],
  ['widgets above all groups', [0, 1], [undefined, undefined]],
  ['the first widget of each group', [0, 2, 2, 5, 6], [undefined, 'A', undefined, 'B', undefined]],
  ['widgets without a row', [4, undefined], ['empty', 'B']],
])('%s', (_, rows, wanted) => {
  expect(groupTitles(groups, rows)).toEqual(wanted)
})
