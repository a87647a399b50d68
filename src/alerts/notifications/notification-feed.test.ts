import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Reader } from '../../query/query-service.ts'
import type { NotificationCounts } from '../../schema/triggers/notification.ts'
import { NotificationFeed } from './notification-feed.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const reader = { userId: 1, permissions: new Set(), hosts: ['*'] } as unknown as Reader

/** A feed over counts set by the test, with the number of checks and the counts sent to the reader. */
function watched() {
  const state = { unread: 0, looks: 0, change: () => {}, sentCounts: [] as number[] }
  const feed = new NotificationFeed({
    notifications: {
      counts: async () => {
        state.looks++
        return { unread_count: state.unread, unread_groups: 0, group_count: 0, changed_at: null }
      },
      onChange: change => {
        state.change = change
        return () => {}
      },
    },
    visibility: { limitOf: () => undefined } as never,
    log: (_message, error) => {
      throw error
    },
  })
  feed.watch(reader, ({ unread_count }: NotificationCounts) => state.sentCounts.push(unread_count))
  return { state, feed }
}

test('no matter how much changes, there is one look a second, and the last change is reported', async () => {
  const { state, feed } = watched()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([state.looks, state.sentCounts]).toEqual([1, [0]])
  for (let change = 0; change < 250; change++) {
    state.unread++
    state.change()
    await vi.advanceTimersByTimeAsync(10)
  }
  await vi.advanceTimersByTimeAsync(10_000)
  // At once, then in each second of the 2.5 with a change, and once more.
  expect(state.looks).toBe(1 + 4)
  expect(state.sentCounts).toHaveLength(5)
  expect(state.sentCounts.at(-1)).toBe(250)
  feed.close()
})

test('an event that did not change the counts is not reported', async () => {
  const { state, feed } = watched()
  await vi.advanceTimersByTimeAsync(0)
  state.change()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([state.looks, state.sentCounts]).toEqual([2, [0]])
  feed.close()
})

test('readers of some hosts share no look with another user, whose own triggers it counts', async () => {
  const { state, feed } = watched()
  const some = (userId: number): Reader => ({
    ...reader,
    userId,
    permissions: new Set(['manage_triggers']),
    hosts: ['fw-*'],
  })
  for (const userId of [2, 3, 3]) feed.watch(some(userId), () => {})
  await vi.advanceTimersByTimeAsync(0)
  state.looks = 0
  state.change()
  await vi.advanceTimersByTimeAsync(5_000)
  // The reader of all hosts, user 2, and user 3.
  expect(state.looks).toBe(3)
  feed.close()
})
