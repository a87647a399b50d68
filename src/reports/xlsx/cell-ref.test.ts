import { expect, test } from 'vitest'
import { absoluteRef, blockRef, columnLetters, sheetStart } from './cell-ref.ts'

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [51, 'AZ'],
  [52, 'BA'],
  [701, 'ZZ'],
  [702, 'AAA'],
  [16_383, 'XFD'],
])('column %d is %s', (index, letters) => {
  expect(columnLetters(index)).toBe(letters)
})

test('blocks and cells are named as formulas name them', () => {
  const block = { left: 0, top: 2, right: 27, bottom: 61 }
  expect(blockRef(block)).toBe('A2:AB61')
  expect(absoluteRef("Bob's hosts", block)).toBe("'Bob''s hosts'!$A$2:$AB$61")
  expect(absoluteRef('x', { left: 1, top: 1, right: 1, bottom: 1 })).toBe("'x'!$B$1")
  expect(sheetStart('x')).toBe("'x'!A1")
})
