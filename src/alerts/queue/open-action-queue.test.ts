import { expect, test } from 'vitest'
import { openTestActions } from './testing/test-queue.ts'

test('no action is deleted for its age in the hour after a start or after the clock was set', async () => {
  const opened = await openTestActions()
  const { clock, metadata } = opened
  const created = { status: 'done', due_at: null, created_at: clock.now() }
  await opened.queue(await opened.trigger({}), 'webhook', created)
  let passedMs = 0
  const queue = await opened.open({ monotonic: () => passedMs })
  const pass = (seconds: number) => {
    clock.seconds += seconds
    passedMs += seconds * 1_000
  }
  const left = async () => {
    await queue.tick()
    return (await metadata.db.selectFrom('action_runs').select('id').execute()).length
  }
  pass(7_200)
  expect(await left()).toBe(1)
  const yearSeconds = 365 * 86_400
  clock.seconds += yearSeconds
  expect(await left()).toBe(1)
  clock.seconds -= yearSeconds
  expect(await left()).toBe(1)
  pass(3_600)
  expect(await left()).toBe(1)
  pass(yearSeconds)
  expect(await left()).toBe(0)
})
