import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'
import { StoreTurns } from './store-turns.ts'

test('parts of one turn that wait for something at the same time wait once', async () => {
  let now = 0
  const queue = new FairQueue({ shortSlots: 1, longSlots: 1, maxWaitingPerUser: 10 })
  const profile = { cost: 'columns', periodic: false, reachSeconds: 0, stepsPerCharacter: 1 } as const
  const asker = { user: 1, signal: new AbortController().signal, question: { profile } }
  const turns = new StoreTurns(asker, { queue, timeouts: { short: 1, long: 1 }, now: () => now }, false)
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const run = turns.run('short', async ({ withoutSlot }) => {
    now += 10
    const parts = [first, second].map(({ promise }) => withoutSlot?.(promise))
    now += 100
    first.resolve()
    await parts[0]
    now += 100
    second.resolve()
    await parts[1]
    now += 5
  })
  await run
  expect([turns.spentMs, turns.waitedMs]).toEqual([15, 200])
})
