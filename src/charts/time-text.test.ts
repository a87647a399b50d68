import { expect, test } from 'vitest'
import {
  agoText,
  clockText,
  dayText,
  elapsedText,
  lengthText,
  minuteText,
  momentText,
  spanText,
  withoutSameDay,
} from './time-text.ts'

const at = (text: string) => Date.parse(text) / 1000

test('a moment is shown in the requested zone', () => {
  const moment = at('2026-11-02T23:30:05.120Z')
  expect(clockText(moment, 'UTC')).toBe('23:30:05')
  expect(clockText(moment, 'UTC', true)).toBe('23:30:05.120')
  expect(clockText(moment, 'Europe/Berlin')).toBe('00:30:05')
  expect(dayText(moment, 'UTC')).toBe('Nov 2')
  expect(dayText(moment, 'Europe/Berlin')).toBe('Nov 3')
  expect(momentText(moment, 'Europe/Berlin', true)).toBe('2026-11-03 00:30:05.120')
  expect(minuteText(moment, 'Europe/Berlin')).toBe('2026-11-03 00:30')
})

test('milliseconds never carry into a second that the clock does not show', () => {
  expect(clockText(1_767_225_600.9999, 'UTC', true)).toBe('00:00:00.999')
})

const spans: [from: string, to: string, text: string][] = [
  ['2026-11-03T14:05:00Z', '2026-11-03T14:10:00Z', 'Nov 3 14:05 – 14:10'],
  ['2026-11-03T14:05:00Z', '2026-11-03T14:10:30Z', 'Nov 3 14:05:00 – 14:10:30'],
  ['2026-11-03T14:05:00Z', '2026-11-04T02:00:00Z', 'Nov 3 14:05 – Nov 4 02:00'],
]
for (const [from, to, text] of spans)
  test(`${from} to ${to} reads ${text}`, () => expect(spanText(at(from), at(to), 'UTC')).toBe(text))

const lengths: [seconds: number, text: string][] = [
  [0, '0 s'],
  [0.4, '<1 s'],
  [30, '30 s'],
  [90, '1.5 min'],
  [300, '5 min'],
  [3580, '59.7 min'],
  [3599, '1 h'],
  [3600, '1 h'],
  [86_399, '1 d'],
  [604_800, '7 d'],
]
for (const [seconds, text] of lengths)
  test(`${seconds} seconds are ${text}`, () => expect(lengthText(seconds)).toBe(text))

const ages: [age: number, text: string][] = [
  [-3, 'just now'],
  [0.2, 'just now'],
  [59.9, '59 s ago'],
  [60, '1 min ago'],
  [7199, '1 h ago'],
  [172_800, '2 d ago'],
]
for (const [age, text] of ages)
  test(`${age} seconds back is ${text}`, () => expect(agoText(1000, 1000 + age)).toBe(text))

test('computing time', () => {
  expect(elapsedText(0.2)).toBe('1 ms')
  expect(elapsedText(84.4)).toBe('84 ms')
  expect(elapsedText(999.6)).toBe('1 s')
  expect(elapsedText(1234)).toBe('1.2 s')
})

test.each([
  ['2026-11-03 14:05:09', '2026-11-03 14:05:10', '14:05:09'],
  ['2026-11-02 23:59:59', '2026-11-03 00:00:01', '2026-11-02 23:59:59'],
  ['', '', ''],
])('%s below %s is %s', (moment, above, text) => {
  expect(withoutSameDay(moment, above)).toBe(text)
})
