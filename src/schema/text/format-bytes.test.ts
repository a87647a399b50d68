import { expect, test } from 'vitest'
import { formatBinaryBytes } from './format-binary-bytes.ts'
import { formatBytes, formatFileSize } from './format-bytes.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1 kB'],
  [1_540_000, '1.5 MB'],
  [999_600_000, '1 GB'],
  [81e9, '81 GB'],
  [2.5e12, '2.5 TB'],
])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

test.each([
  [0, '0 B'],
  [0.26, '0.3 B'],
  [900, '900 B'],
  [1023.6, '1 KiB'],
  [1536, '1.5 KiB'],
  [10 * 1024 ** 2, '10 MiB'],
  [3.25 * 1024 ** 3, '3.3 GiB'],
  [5 * 1024 ** 6, '5120 PiB'],
])('%d bytes of memory are %s', (bytes, text) => expect(formatBinaryBytes(bytes)).toBe(text))

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
])('a file of %d bytes has %s', (bytes, text) => expect(formatFileSize(bytes)).toBe(text))
