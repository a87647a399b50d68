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
  // The same batch, known by its key; the same event, whose own time is what counts where the clock went on.
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
  // Set back, an event of the right time is ahead of the clock and gets the time of its receipt: an event of its own.
  expect(repeated).toHaveLength(jump > 0 ? 1 : 2)
  await running.close()
})
