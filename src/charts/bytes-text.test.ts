import { expect, test } from 'vitest'
import { bytesText } from './bytes-text.ts'

test.each([
  [0, '0 B'],
  [0.26, '0.3 B'],
  [900, '900 B'],
  [1023.6, '1 KiB'],
  [1536, '1.5 KiB'],
  [10 * 1024 ** 2, '10 MiB'],
  [3.25 * 1024 ** 3, '3.3 GiB'],
  [5 * 1024 ** 6, '5120 PiB'],
])('%d bytes are %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text)
})
