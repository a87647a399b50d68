import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CollectingSink } from '../testing/collecting-sink.ts'
import { eventsSubmission } from '../testing/submission.ts'
import { testPorts } from '../testing/test-ports.ts'
import { testSettings } from '../testing/test-settings.ts'
import { openIntake } from './open-intake.ts'

const minuteMs = 60_000
const settings = (folder: string) => testSettings(folder, { listeners: [], closeTimeoutMs: 50 })
const onDeath = (error: Error) => {
  throw error
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'start-'))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

it('starts with a spool that takes very long to read, as long as it makes progress', async () => {
  const away = () => Promise.reject(new Error('away'))
  const before = await openIntake(settings(folder), { ...testPorts({ sink: away }), onDeath })
  for (let i = 0; i < 5; i++) {
    const answer = await before.submitIncoming(eventsSubmission([{ message: `event ${i}` }]))
    expect(answer.status).toBe(200)
  }
  await before.close()

  const store = new CollectingSink()
  let minutes = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const progress = () => {
    // Each file takes longer than half of the limit; all files together take far longer.
    vi.advanceTimersByTime(1.5 * minuteMs)
    minutes += 1.5
  }
  const ports = testPorts({ sink: store.sink, progress }, 1_000_000_000)
  const after = await openIntake(settings(folder), { ...ports, onDeath })
  vi.useRealTimers()
  expect(minutes).toBeGreaterThanOrEqual(5 * 1.5)
  expect(after.replayed.files).toBe(5)
  await after.flush()
  await after.close()
  expect(store.rows).toHaveLength(5)
})

it('ends a start that makes no progress', async () => {
  const isAsked = Promise.withResolvers<void>()
  const never = new Promise<never>(() => {})
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const opening = openIntake(settings(folder), {
    ...testPorts(),
    onDeath,
    async *recentEvents() {
      isAsked.resolve()
      yield await never
    },
  })
  const outcome = expect(opening).rejects.toThrow('The start of ingest has shown no progress for 120 s')
  await isAsked.promise
  // The worker's reports of its first steps may come in between.
  const passing = setInterval(() => vi.advanceTimersByTime(minuteMs), 5)
  await outcome
  clearInterval(passing)
})
