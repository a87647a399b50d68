import { expect, test } from 'vitest'
import { parseDuration, parseNanos } from './duration.ts'

test.each([
  ['5m', 300_000_000],
  ['1h30m', 5_400_000_000],
  ['1.5s', 1_500_000],
  ['1.005s', 1_005_000],
  ['0.29s', 290_000],
  ['8.3ms', 8_300],
  ['1.1m', 66_000_000],
  ['0.3h', 1_080_000_000],
  ['1y', 31_536_000_000_000],
])('%s is %d microseconds', (text, micros) => expect(parseDuration(text)).toBe(micros))

test.each(['', '5', 'm', '-5m', '5 m', '1.5us', '100y1s'])('%s is no duration', text => {
  expect(parseDuration(text)).toBeUndefined()
})

test('decimals below a nanosecond are cut', () => {
  expect(parseNanos(`0.${'9'.repeat(400)}s`)).toBe(999_999_999)
  expect(parseNanos('1.5ns')).toBe(1)
})
