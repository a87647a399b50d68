import { expect, test } from 'vitest'
import { gridMove } from './grid-keys.ts'

const cases: [key: string, active: number | undefined, to: number | undefined][] = [
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
for (const [key, active, to] of cases)
  test(`${key} at ${active} leads to ${to}`, () => expect(gridMove(key, active, 100, 20, 40)).toBe(to))

test('an empty list has nowhere to go', () => expect(gridMove('End', undefined, 0, 20, 0)).toBeUndefined())
