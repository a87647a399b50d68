import { expect, test } from 'vitest'
import { thresholdLevel } from './thresholds.ts'

const both = { warning_from: 10, error_from: 100 }

test.each([
  [both, 9.9, undefined],
  [both, 10, 'warning'],
  [both, 99, 'warning'],
  [both, 100, 'error'],
  [{ error_from: 0 }, 0, 'error'],
  [{ warning_from: 10 }, 1e12, 'warning'],
  [both, null, undefined],
  [both, undefined, undefined],
  [both, Number.NaN, undefined],
  [{ warning_from: '10', error_from: null }, 50, undefined],
  [{}, 50, undefined],
])('%j at %s is %s', (config, value, level) => {
  expect(thresholdLevel(config, value)).toBe(level)
})
