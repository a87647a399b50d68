import { expect, test } from 'vitest'
import { answerText, escapeInvisible } from './answer-text.ts'
import { filterOf } from './conditions.ts'
import { cutText, fitting, isoTime } from './present.ts'
import { timeRangeOf } from './range.ts'

const hour = 'last_1_hours'

test.each<[given: Parameters<typeof timeRangeOf>[0], range: object]>([
  [{ range: hour }, { preset: hour }],
  [
    { range: 'today', timezone: 'Europe/Vienna' },
    { preset: 'today', timezone: 'Europe/Vienna' },
  ],
  [
    { range: hour, from: '1767225600.5' },
    { ts_from: 1767225600, ts_to: 0 },
  ],
  [
    { range: hour, from: '2026-01-01T00:00:00Z', to: '2026-01-01T02:00+01:00' },
    { ts_from: 1767225600, ts_to: 1767229200 },
  ],
  [
    { range: hour, from: '1767225600', to: '2026-01-01T00:00:00.25Z' },
    { ts_from: 1767225600, ts_to: 1767225601 },
  ],
  [
    { range: hour, from: '0' },
    { ts_from: 1, ts_to: 0 },
  ],
  [
    { range: hour, from: '1969-12-31T00:00:00Z', to: '1' },
    { ts_from: 1, ts_to: 1 },
  ],
])('the range of %j', (given, range) => {
  expect(timeRangeOf(given)).toEqual(range)
})

test.each([
  [{ range: hour, to: '2026-01-01T00:00:00Z' }, '`to` needs `from`.'],
  [
    { range: hour, from: '2026-01-01' },
    '`from` is "2026-01-01": expected 2026-01-31T12:00:00Z or Unix seconds.',
  ],
  [
    { range: hour, from: '1', to: '2026-13-01T00:00:00Z' },
    '`to` is "2026-13-01T00:00:00Z": expected 2026-01-31T12:00:00Z or Unix seconds.',
  ],
  [
    { range: hour, from: '2026-01-01T00:00:00' },
    '`from` is "2026-01-01T00:00:00": expected 2026-01-31T12:00:00Z or Unix seconds.',
  ],
  [{ range: hour, from: '0', to: '0' }, '`to` is "0": expected a time after 1970-01-01T00:00:00Z.'],
  [
    { range: hour, from: '1960-01-01T00:00:00Z', to: '1970-01-01T00:00:00+01:00' },
    '`to` is "1970-01-01T00:00:00+01:00": expected a time after 1970-01-01T00:00:00Z.',
  ],
])('no range: %j', (given, message) => {
  expect(() => timeRangeOf(given)).toThrow(message)
})

test('conditions hold together, the given filter last', () => {
  const filter = [{ field: 'SrcIP', op: 'eq', value: '192.0.2.7' } as const]
  expect(filterOf({})).toEqual([])
  expect(filterOf({ query: 'fail*', host: 'fw-*', program: 'sshd', severity: 'error', filter })).toEqual([
    { field: 'message', op: 'qp', value: 'fail*' },
    { field: 'host', value: 'fw-*' },
    { field: 'program', value: 'sshd' },
    { field: 'severity', op: 'le', value: 'error' },
    ...filter,
  ])
})

test.each([
  ['abcd', 4, 'abcd'],
  ['abcde', 4, 'abcd [... 1 more characters]'],
  ['abc\u{1F600}', 4, 'abc [... 2 more characters]'],
  ['a\u202Eb', 7, 'a\u202E [... 1 more characters]'],
  ['\n\n\n', 5, '\n\n [... 1 more characters]'],
])('%s cut to %i characters', (text, length, cut) => {
  expect(cutText(text, length)).toBe(cut)
})

test('an answer holds 50,000 characters of items, and one item at least', () => {
  const item = 'x'.repeat(10_000 - 2)
  expect(fitting(Array(5).fill(item))).toHaveLength(5)
  expect(fitting(Array(6).fill(item))).toHaveLength(5)
  expect(fitting(['x'.repeat(70_000), 'y'])).toHaveLength(1)
  expect(fitting([])).toEqual([])
  expect(fitting([item, item], 10_000)).toHaveLength(1)
})

test('an answer of 60,000 characters is one, a longer one an error', () => {
  const answer = (length: number) => ({ a: 'x'.repeat(length - '{"a":""}'.length) })
  expect(answerText(answer(60_000))).toHaveLength(60_000)
  expect(() => answerText(answer(60_001))).toThrow('The answer has 60001 characters, at most 60000 are given')
})

test.each([
  ['\u0000\n\u007F\u0085\u009F', '\\u0000\\u000a\\u007f\\u0085\\u009f'],
  ['\u200B\u202E\u2066\uFEFF\u2028', '\\u200b\\u202e\\u2066\\ufeff\\u2028'],
  ['\u{E0041}\u{E0100}', '\\udb40\\udc41\\udb40\\udd00'],
  ['Gr\u00FC\u00DFe \u{1F600} \\u', 'Gr\u00FC\u00DFe \u{1F600} \\u'],
])('%j escaped', (text, escaped) => {
  expect(escapeInvisible(text)).toBe(escaped)
  expect(JSON.parse(answerText({ text }))).toEqual({ text })
})

test.each([
  [1767225600, '2026-01-01T00:00:00Z'],
  [1767225600.120031, '2026-01-01T00:00:00.120Z'],
])('%d is %s', (seconds, text) => {
  expect(isoTime(seconds)).toBe(text)
})
