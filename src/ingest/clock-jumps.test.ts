import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventsSubmission } from './testing/submission.ts'
import { TestIngest } from './testing/test-ingest.ts'

const hour = 3_600_000
const real = Date.now()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: real })
})
afterEach(() => {
  vi.useRealTimers()
})

it.each([
  ['forwards', 48 * hour],
  ['backwards', -48 * hour],
])('a clock that is set %s loses nothing, doubles nothing, and holds nothing up', async (_, jump) => {
  const running = await new TestIngest({
    warn: message => {
      throw new Error(message)
    },
  }).open()
  const { ingest, store } = running
  const send = (message: string, idempotencyKey = '') =>
    ingest.submitIncoming(eventsSubmission([{ message, ts: real / 1_000 }], { idempotencyKey }))
  await send('once', 'key')
  await send('repeated')
  vi.setSystemTime(real + jump)
  // Same key: the same batch. After a jump forward also the same event, since its own time counts.
  expect(await send('once', 'key')).toMatchObject({ status: 200, accepted: 1 })
  await send('repeated')
  vi.setSystemTime(real)
  await send('repeated')
  await ingest.flush()

  expect(store.counts()).toEqual(
    new Map([
      ['once', 1],
      ['repeated', 3],
    ]),
  )
  const sequences = store.batches.map(({ sequence }) => sequence)
  expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
  expect(new Set(sequences).size).toBe(sequences.length)
  const repeated = store.rows.filter(({ message, repeat }) => message === 'repeated' && repeat === 0)
  // After a jump back, an event with the right time is ahead of the clock. It gets its time of receipt and is
  // a new event.
  expect(repeated).toHaveLength(jump > 0 ? 1 : 2)
  await running.close()
})
