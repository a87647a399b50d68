import { expect, test } from 'vitest'
import { AppendLog } from '../../storage/append-log.ts'
import { RecentBatches } from '../../storage/recent/recent-batches.ts'
import { coverOf } from '../../storage/rollups/cover.ts'
import { Rollups } from '../../storage/rollups/rollups.ts'
import type { Read } from '../../storage/store.ts'
import { storeWith, testEvent } from '../kinds/testing/open-store.ts'
import { FairQueue } from './fair-queue.ts'

const start = 1_767_225_600
const never = new AbortController().signal

test('one slow load of counts and six short questions that wait for it leave the lane to others', async () => {
  const store = await storeWith([testEvent(1, [start])])
  const load = Promise.withResolvers<void>()
  // The real engine, but its first answer is slow.
  const client = Object.create(store.client, {
    select: {
      value: async (...question: Parameters<typeof store.client.select>) => {
        await load.promise
        return await store.client.select(...question)
      },
    },
  })
  const { estimateRows } = store
  const rollups = new Rollups({
    client,
    estimateRows,
    appends: new AppendLog(0),
    recentBatches: new RecentBatches(() => {}),
  })
  const queue = new FairQueue({ shortSlots: 6, longSlots: 2, maxWaitingPerUser: 50 })
  const ask = (lane: Read['lane'], signal = never) => {
    const want = { user: 1, lane, signal, refusable: true }
    return queue.run(want, slot => {
      const cover = coverOf(start, start + 3_600, 'hour')
      const read = { signal, lane, timeout: 60, ...slot }
      return rollups.get(['host'])?.visit(cover, [], read, (_, ids) => ids.size) ?? Promise.resolve(-1)
    })
  }
  const slow = ask('long')
  const stop = new AbortController()
  const waiting = [stop.signal, never, never, never, never, never].map(signal => ask('short', signal))
  await expect(
    queue.run({ user: 2, lane: 'short', signal: never, refusable: true }, async () => 'other'),
  ).resolves.toBe('other')
  stop.abort(new Error('stopped'))
  await expect(waiting[0]).rejects.toThrow('stopped')
  load.resolve()
  expect(await slow).toBe(1)
  expect(await Promise.all(waiting.slice(1))).toEqual([1, 1, 1, 1, 1])
  await store.close()
})
