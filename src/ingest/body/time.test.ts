import { describe, expect, test } from 'vitest'
import { dateToMicros, nanoHalvesToMicros, nanosToMicros } from './time.ts'

const now = 1_767_225_598_123_456

describe('nanoseconds', () => {
  test.each([
    [0, 0],
    [999, 0],
    [1_000, 1],
    [1_999, 1],
  ])('%i has the same microseconds as a text, a number and two halves', (nanos, micros) => {
    expect([nanosToMicros(String(nanos)), nanosToMicros(nanos), nanoHalvesToMicros(0, nanos)]).toEqual([
      micros,
      micros,
      micros,
    ])
  })

  test('that a number cannot represent are exact as a text and as two halves', () => {
    const nanos = BigInt(now) * 1_000n + 999n
    expect(nanosToMicros(String(nanos))).toBe(now)
    expect(nanoHalvesToMicros(Number(nanos >> 32n), Number(nanos & 0xffff_ffffn))).toBe(now)
  })

  test.each(['', '-1', '1.5', ' 1', '1e9', '9'.repeat(20), '1'.repeat(21), -1, Number.NaN, null])(
    '%j are no time',
    value => {
      expect(nanosToMicros(value)).toBe(-1)
    },
  )
})

test.each<[unknown, number]>([
  ['2025-12-31T23:59:58.123456789Z', now],
  ['2025-12-31 23:59:58,123456', now],
  ['2026-01-01T01:59:58.123456+0200', now],
  ['2025-12-31T23:59', 1_767_225_540_000_000],
  ['2025-12-31T23:59:58.1234567890Z', -1],
  [1_767_225_598, 1_767_225_598_000_000],
  ['1767225598123', 1_767_225_598_123_000],
  [now, now],
  ['', -1],
])('the time of a document %j', (value, micros) => {
  expect(dateToMicros(value)).toBe(micros)
})
