import { expect, test } from 'vitest'
import { CommandRates } from './command-rates.ts'

test('commands of a user run at once up to a burst, then at a rate', () => {
  const rates = new CommandRates({ commandBurst: 3, commandsPerSecond: 10 })
  const take = (now: number, userId = 1) => rates.take(userId, now)
  expect([take(5_000), take(5_000), take(5_000), take(5_000), take(5_000)]).toEqual([0, 0, 0, 100, 200])
  // Even in the first seconds of the service.
  expect([take(1, 2), take(1, 2)]).toEqual([0, 0])
  // After a pause a burst is allowed again, but not more.
  expect([take(60_000), take(60_000), take(60_000), take(60_000)]).toEqual([0, 0, 0, 100])
})

test('ten thousand users are counted', () => {
  const rates = new CommandRates({ commandBurst: 1, commandsPerSecond: 1 })
  for (let userId = 0; userId <= 10_000; userId++) rates.take(userId, 5_000)
  // The least recent user is dropped.
  expect([rates.take(10_000, 5_000), rates.take(0, 5_000)]).toEqual([1_000, 0])
})
