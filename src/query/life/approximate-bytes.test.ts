import { expect, test } from 'vitest'
import { approximateBytes } from './approximate-bytes.ts'

test.each([
  ['many numbers', Array.from({ length: 100_000 }, (_, i) => i), 800_000],
  ['many names', new Map(Array.from({ length: 100_000 }, (_, i) => [`host-${i}`, i])), 8_000_000],
  [
    'a page',
    { events: { objects: Array.from({ length: 100 }, () => ({ message: 'x'.repeat(1_000) })) } },
    110_000,
  ],
  ['nothing', {}, 24],
])('%s weigh about what they take', (_name, value, bytes) => {
  expect(approximateBytes(value)).toBeGreaterThan(bytes / 2)
  expect(approximateBytes(value)).toBeLessThan(bytes * 2)
})
