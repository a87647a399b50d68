import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLog } from '../telemetry/log.ts'
import { startAlertSweeper } from './sweep-alerts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const hourMs = 3_600_000

test('nothing is removed for its age in the hour after a start or after the clock was set', async () => {
  let aheadMs = 0
  let removals = 0
  const removeOld = async () => void removals++
  const stop = startAlertSweeper({
    notifications: { removeOld },
    silences: { removeOld },
    firedTriggers: { removeBefore: removeOld },
    eventDays: () => 30,
    clock: () => (Date.now() + aheadMs) * 1_000,
    monotonic: () => Date.now(),
    log: openLog('silent'),
  })
  await vi.advanceTimersByTimeAsync(hourMs - 1)
  expect(removals).toBe(0)
  await vi.advanceTimersByTimeAsync(hourMs / 6)
  expect(removals).toBe(3)
  aheadMs = 365 * 24 * hourMs
  await vi.advanceTimersByTimeAsync(hourMs)
  expect(removals).toBe(3)
  await vi.advanceTimersByTimeAsync(hourMs)
  expect(removals).toBeGreaterThan(3)
  await stop()
})
