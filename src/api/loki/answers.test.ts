import { expect, test } from 'vitest'
import { formatValue } from './answers.ts'

test.each([
  [0, '0'],
  [-1.5, '-1.5'],
  [1e21, '1000000000000000000000'],
  [1.25e22, '12500000000000000000000'],
  [-1.5e-7, '-0.00000015'],
  [5e-324, `0.${'0'.repeat(323)}5`],
  [Number.NaN, 'NaN'],
  [Number.POSITIVE_INFINITY, '+Inf'],
  [Number.NEGATIVE_INFINITY, '-Inf'],
])('%d is written without an exponent', (value, text) => {
  expect(formatValue(value)).toBe(text)
})
