import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { AnnouncedDrop } from '../../metadata/retention/announced-drops.ts'
import { openLog } from '../../telemetry/log.ts'
import { ClosingStack } from './closing-stack.ts'
import { followDrops } from './shared-drops.ts'

const dropOf = (day: string): AnnouncedDrop => ({ nodeId: 2, node: 'b', kind: 'events', days: [day], at: 0 })
const [first, second] = ['20261201', '20261202'] as const

/** Drops as node 1 follows them, and a stand-in for their announcements. */
async function followed() {
  const stored: { drops: AnnouncedDrop[]; answer: Promise<void> } = { drops: [], answer: Promise.resolve() }
  let change = () => {}
  const announcedDrops = {
    async list() {
      const { drops, answer } = stored
      await answer
      return drops
    },
    onChange(listener: () => void) {
      change = listener
      return () => {}
    },
    announce: async () => {},
    announcedAt: async () => undefined,
  }
  const closing = new ClosingStack()
  onTestFinished(async () => void (await closing.close()))
  const metadata = { announcedDrops, readTime: async () => 0 }
  const drops = await followDrops({ log: openLog('silent'), closing }, metadata, { id: 1, name: 'a' })
  const announce = async (...days: string[]) => {
    stored.drops = days.map(dropOf)
    change()
    await setImmediate()
  }
  return { drops, stored, announce }
}

test('a read that ends after a newer one does not hide newer drops', async () => {
  const { drops, stored, announce } = await followed()
  const slow = Promise.withResolvers<void>()
  stored.answer = slow.promise
  await announce(first)
  stored.answer = Promise.resolve()
  await announce(first, second)
  slow.resolve()
  await setImmediate()
  expect(drops.others()).toEqual([first, second])
})

test('a read that fails is repeated', async () => {
  const { drops, stored, announce } = await followed()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  stored.answer = Promise.reject(new Error('the database is away'))
  await announce(first)
  expect(drops.others()).toEqual([])
  stored.answer = Promise.resolve()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(drops.others()).toEqual([first])
})
