import { expect, test } from 'vitest'
import { SenderRateLimiter } from './sender-rate-limiter.ts'

/** Number of the sender's `count` datagrams that are accepted at `now`. */
const taken = (rates: SenderRateLimiter, sender: string, count: number, now: number): number =>
  Array.from({ length: count }, () => rates.take(sender, now)).filter(isTaken => isTaken).length

test('a sender has its rate in each second', () => {
  const rates = new SenderRateLimiter(3)
  expect([taken(rates, 'a', 5, 0), taken(rates, 'b', 2, 500), taken(rates, 'a', 5, 999)]).toEqual([3, 2, 0])
  expect([taken(rates, 'a', 5, 1_000), taken(rates, 'b', 5, 1_900)]).toEqual([3, 3])
})

test('made-up senders reset no count, and have the rate of one together past the first 10,000', () => {
  const rates = new SenderRateLimiter(3)
  expect(taken(rates, 'flood', 5, 0)).toBe(3)
  let made = 0
  for (let i = 0; i < 100_000; i++) made += taken(rates, `made-up ${i}`, 1, 1)
  expect(made).toBe(9_999 + 3)
  expect(taken(rates, 'flood', 5, 999)).toBe(0)
  // Senders that are counted separately keep the rest of their rate.
  expect([taken(rates, 'made-up 0', 5, 999), taken(rates, 'made-up 99999', 5, 999)]).toEqual([2, 0])
  expect(taken(rates, 'made-up 99999', 5, 1_001)).toBe(3)
})
