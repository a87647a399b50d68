import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CollectingSink } from './testing/collecting-sink.ts'
import { testSettings } from './testing/test-settings.ts'
import { Ingest } from './worker/ingest.ts'

const hour = 3_600_000
const real = Date.now()

let place: string
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'clock-'))
  vi.useFakeTimers({ toFake: ['Date'], now: real })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(place, { recursive: true })
})

it.each([
  ['forwards', 48 * hour],
  ['backwards', -48 * hour],
])('a clock that is set %s loses nothing, doubles nothing, and holds nothing up', async (_, jump) => {
  const store = new CollectingSink()
  let next = 1
  const ingest = await Ingest.open(testSettings(place, { listeners: [] }), {
    sink: store.sink,
    reserveIds: async size => {
      next += size
      return next - size
    },
    recordFigures: async () => {},
    warn: message => {
      throw new Error(message)
    },
  })
  await ingest.start()
  const send = (message: string, key = '') =>
    ingest.submitIncoming({
      body: new Uint8Array(Buffer.from(JSON.stringify({ events: [{ message, ts: real / 1_000 }] }))),
      path: '',
      contentType: 'application/json',
      contentEncoding: '',
      sender: '192.0.2.1',
      partial: false,
      caller: 'token 1',
      idempotencyKey: key,
    })
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
  await ingest.close()
})
