import { expect, test } from 'vitest'
import { gridMove } from './grid-keys.ts'

const position = { rowCount: 100, rowsInView: 20, firstInView: 40 }
const cases: [key: string, activeRow: number | undefined, to: number | undefined][] = [
  ['ArrowDown', undefined, 40],
  ['ArrowDown', 3, 4],
  ['ArrowDown', 99, 99],
  ['ArrowUp', 0, 0],
  ['PageDown', 3, 23],
  ['PageUp', 30, 10],
  ['PageUp', undefined, 20],
  ['Home', 30, 0],
  ['End', undefined, 99],
  ['x', 3, undefined],
]
for (const [key, activeRow, to] of cases)
  test(`${key} at ${activeRow} leads to ${to}`, () =>
    expect(gridMove(key, { ...position, activeRow })).toBe(to))

test('an empty list has nowhere to go', () =>
  expect(gridMove('End', { ...position, rowCount: 0, activeRow: undefined })).toBeUndefined())
