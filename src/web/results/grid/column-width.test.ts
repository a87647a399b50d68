import { expect, test } from 'vitest'
import { defaultColumns } from '../../search/state/columns.ts'
import { gridWidthOf, messageLetters } from './column-width.ts'

const widths = (showsDay: boolean) => defaultColumns.map(column => gridWidthOf(column, showsDay))

test('a chosen width is kept, and a time without its date is narrower', () => {
  expect(gridWidthOf({ field: 'severity', width: 200 }, true)).toBe(200)
  expect(gridWidthOf({ field: 'first_occurrence' }, false)).toBeLessThan(
    gridWidthOf({ field: 'first_occurrence' }, true) ?? 0,
  )
  expect(gridWidthOf({ field: 'message' }, true)).toBe(undefined)
})

test.each([
  ['the remaining width', defaultColumns, widths(false), 1_534, 136],
  ['no less than its minimum', defaultColumns, widths(false), 300, 36],
  ['its own width', [{ field: 'message', width: 736 }], [736], 5_000, 100],
] as const)('a message has %s', (_, columns, columnWidths, gridWidth, letters) => {
  expect(messageLetters(columns, columnWidths, gridWidth)).toBe(letters)
})
