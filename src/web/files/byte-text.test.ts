import { expect, test } from 'vitest'
import { byteText } from './byte-text.ts'

test.each([
  [0, '0 B'],
  [812, '812 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [3_449_000, '3.4 MB'],
  [99_400, '99.4 kB'],
  [123_456, '123 kB'],
  [999_400, '999 kB'],
  [999_600, '1.0 MB'],
  [2_000_000_000, '2.0 GB'],
])('%d bytes are %s', (bytes, text) => expect(byteText(bytes)).toBe(text))
