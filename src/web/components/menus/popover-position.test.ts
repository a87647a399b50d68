import { expect, test } from 'vitest'
import { popoverPosition } from './popover-position.ts'

const view = { width: 400, height: 300 }
const anchorAt = (left: number, top: number) => ({ left, right: left + 50, top, bottom: top + 20 })
const panel = { width: 120, height: 100 }

const cases: [
  name: string,
  left: number,
  top: number,
  right: boolean,
  wanted: { left: number; top: number },
][] = [
  ['below its anchor', 40, 40, false, { left: 40, top: 64 }],
  ['ending where its anchor ends', 200, 40, true, { left: 130, top: 64 }],
  ['not over the right edge', 360, 40, false, { left: 272, top: 64 }],
  ['not over the left edge', 0, 40, true, { left: 8, top: 64 }],
  ['above where there is no room below', 40, 250, false, { left: 40, top: 146 }],
]
for (const [name, left, top, right, wanted] of cases)
  test(`a panel stands ${name}`, () =>
    expect(popoverPosition(anchorAt(left, top), panel, view, right)).toEqual(wanted))

test('a panel as tall as the window stays inside at its top', () => {
  expect(popoverPosition(anchorAt(40, 250), { width: 120, height: 400 }, view, false).top).toBe(8)
})
