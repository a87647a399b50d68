import { expect, test } from 'vitest'
import { presetText, rangeText } from './range-text.ts'

const names: [preset: string, text: string][] = [
  ['last_1_hours', 'Last hour'],
  ['last_hour', 'Last hour'],
  ['last_15_minutes', 'Last 15 minutes'],
  ['today', 'Today'],
  ['some_new_one', 'Some new one'],
]
for (const [preset, text] of names)
  test(`${preset} reads ${text}`, () => expect(presetText(preset)).toBe(text))

test('an absolute range is shown in the zone', () => {
  expect(rangeText({ from: 1767225600, to: 1767229200 }, 'UTC')).toBe('Jan 1 00:00 – 01:00')
})
