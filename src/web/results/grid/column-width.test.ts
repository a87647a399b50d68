import { expect, test } from 'vitest'
import { defaultColumns } from '../../search/state/columns.ts'
import { messageLetters, widthOf } from './column-width.ts'

const widths = (showsDay: boolean) => defaultColumns.map(column => widthOf(column, showsDay))

test('a column has its chosen width or a default, and a time without its date is narrower', () => {
  expect(widthOf({ field: 'severity', width: 200 }, true)).toBe(200)
  expect(widthOf({ field: 'first_occurrence' }, false)).toBeLessThan(
    widthOf({ field: 'first_occurrence' }, true) ?? 0,
  )
  expect(widthOf({ field: 'message' }, true)).toBe(undefined)
  expect(widthOf({ field: 'host' }, true)).toBe(132)
  expect(widthOf({ field: 'a tag' }, true)).toBe(140)
})

test.each([
  ['the remaining width', defaultColumns, widths(false), 1_534, 136],
  ['no less than its minimum', defaultColumns, widths(false), 300, 36],
  ['its own width', [{ field: 'message', width: 736 }], [736], 5_000, 100],
] as const)('a message has %s', (_, columns, columnWidths, gridWidth, letters) => {
  expect(messageLetters(columns, columnWidths, gridWidth)).toBe(letters)
})
