import { expect, test } from 'vitest'
import { heldValue } from './use-held.ts'

type Version = string | undefined

test.each<[shown: Version, value: Version, isHeld: boolean, wanted: Version]>([
  ['old', 'new', false, 'new'],
  ['old', 'new', true, 'old'],
  ['old', undefined, true, 'old'],
  ['old', undefined, false, undefined],
  [undefined, 'new', true, 'new'],
])('after %s, of %s with hold %s: %s', (shown, value, isHeld, wanted) => {
  expect(heldValue(shown, value, isHeld)).toBe(wanted)
})
