import { expect, test } from 'vitest'
import { secondsOf, unitOf } from './duration.ts'

test.each([
  [null, 'min'],
  [0, 's'],
  [45, 's'],
  [90, 's'],
  [120, 'min'],
  [7_200, 'h'],
  [172_800, 'd'],
] as const)('%s seconds are shown in %s', (seconds, unit) => {
  expect(unitOf(seconds)).toBe(unit)
})

test.each([
  ['5', 'min', 300],
  ['1.5', 'h', 5_400],
  ['', 's', null],
  ['x', 's', null],
  ['-1', 's', null],
] as const)('%s %s is %s seconds', (typed, unit, seconds) => {
  expect(secondsOf(typed, unit)).toBe(seconds)
})
