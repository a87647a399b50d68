import { expect, test } from 'vitest'
import { movedRows } from './moved-rows.ts'

const rows = [4, 7, 9, 12].map((order, id) => ({ id, order }))
const cases: [string, number, Parameters<typeof movedRows>[2], number[]][] = [
  ['before another', 3, { before: 1 }, [0, 3, 1, 2]],
  ['after another', 0, { after: 2 }, [1, 2, 0, 3]],
  ['to the top', 2, { position: 1 }, [2, 0, 1, 3]],
  ['to the bottom', 0, { after: 3 }, [1, 2, 3, 0]],
  ['the first one to a later position', 0, { position: 7 }, [1, 0, 2, 3]],
  ['to a position between two rows of the page', 3, { position: 8 }, [0, 1, 3, 2]],
  ['to a position after the page', 1, { position: 40 }, [0, 2, 3, 1]],
]

test.each(cases)('%s', (_, id, to, wanted) => {
  const moved = movedRows(rows, id, to)
  expect(moved.map(row => row.id)).toEqual(wanted)
  expect(moved.map(row => row.order)).toEqual([4, 7, 9, 12])
})

test('a row that is not shown moves nothing', () => {
  expect(movedRows(rows, 99, { position: 1 })).toEqual(rows)
})
