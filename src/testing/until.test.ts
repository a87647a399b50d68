import { expect, test, vi } from 'vitest'
import { eventually, maxWaitMs, until } from './until.ts'

const hourMs = 3_600_000

test('a wait ends before its test', { timeout: hourMs }, () => {
  expect(maxWaitMs()).toBeLessThan(hourMs)
  // Not what is taken for a wait outside tests.
  expect(maxWaitMs()).toBeGreaterThan(hourMs / 2)
})

test('a wait returns the first answer, and in vain it says what did not happen', async () => {
  const answers = [false, undefined, 7, 8]
  expect(await until('an answer', () => answers.shift())).toBe(7)
  await expect(until('the impossible', () => false, 0)).rejects.toThrow('in vain: the impossible')
})

test('a condition on a replaced clock is waited for', async () => {
  vi.useFakeTimers({ now: 0 })
  try {
    let isDue = false
    setTimeout(() => {
      isDue = true
    }, 100)
    await eventually(() => isDue).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
