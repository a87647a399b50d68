import { expect, test } from 'vitest'
import { spanKey } from './span-key.ts'

const hour = 3_600
const day = 24 * hour
const now = Date.UTC(2026, 0, 1, 12) / 1_000
const last = (seconds: number, to = now) => ({ from: to - seconds, to })

test.each<[string, ReturnType<typeof last>, ReturnType<typeof last>, boolean]>([
  ['a second later', last(hour), last(hour, now + 1), true],
  ['a little longer', last(day), last(day + hour), true],
  ['of another length', last(hour), last(day), false],
  ['as long, elsewhere', last(hour), last(hour, now - day), false],
  ['of no length', last(0), last(0), true],
])('two questions are one when their spans are alike: %s', (_name, one, other, expected) => {
  expect(spanKey(one) === spanKey(other)).toBe(expected)
})

test('a question of a year that comes in slices has few keys', () => {
  const slices = Array.from({ length: 365 }, (_, index) => spanKey(last((index + 1) * day)))
  expect(new Set(slices).size).toBeLessThan(12)
})
