import { expect, test } from 'vitest'
import { timeoutSeconds } from './shared-options.ts'

const refused: [text: string, message: string][] = [
  ['', 'Expected a number of seconds above 0.'],
  ['0', 'Expected a number of seconds above 0.'],
  ['Infinity', 'Expected a number of seconds above 0.'],
  ['2147484', 'Expected at most 2147483 seconds.'],
  ['2e9', 'Expected at most 2147483 seconds.'],
]
test.each(refused)('a timeout of %j is refused', (text, message) => {
  expect(() => timeoutSeconds(text)).toThrow(message)
})

test('a timeout may be a part of a second, or 24 days', () => {
  expect([timeoutSeconds('0.5'), timeoutSeconds('2147483')]).toEqual([0.5, 2_147_483])
})
