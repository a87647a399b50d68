import { expect, test } from 'vitest'
import { type Box, cardPlace, type Size } from './card-place.ts'

const card = { width: 300, height: 150 }
const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

const places: [string, Box | undefined, Size, number, number][] = [
  ['no target: lower right corner', undefined, wide, 1128, 738],
  ['below the target', { left: 100, top: 60, width: 400, height: 40 }, wide, 100, 112],
  ['below, moved into the window', { left: 1300, top: 60, width: 100, height: 40 }, wide, 1128, 112],
  ['right of a high target', { left: 10, top: 300, width: 200, height: 590 }, wide, 222, 300],
  ['above a target at the bottom', { left: 0, top: 700, width: 1440, height: 200 }, wide, 12, 538],
  ['left of a target at the right edge', { left: 1240, top: 0, width: 200, height: 900 }, wide, 928, 12],
  ['a target as large as the window', { left: 0, top: 0, width: 1440, height: 900 }, wide, 1128, 738],
  ['a phone', { left: 8, top: 54, width: 374, height: 36 }, phone, 12, 102],
  ['a window smaller than the card', undefined, { width: 280, height: 100 }, 12, 12],
]
test.each(places)('%s', (_name, target, window, left, top) => {
  expect(cardPlace(target, card, window)).toEqual({ left, top })
})
