import { expect, test } from 'vitest'
import { type ForwarderProgress, noCounts } from '../../metadata/forwarding/forwarders.ts'
import { openLog } from '../../telemetry/log.ts'
import { Progress } from './progress.ts'

const position = { sent: { since: { batch: 1, missing: [] } }, endedUntil: 0 }

/** Progress of a forwarder that a user has asked to skip what waits. */
const openProgress = (save: (progress: ForwarderProgress) => Promise<boolean>) =>
  new Progress(
    { position: JSON.stringify(position), mustSkip: true, counts: noCounts, sentAt: null },
    { save, now: () => 1_800_000_000, log: openLog('silent', { write() {} }), onLost: () => {} },
  )

test('events that the destination took end a failure: its error and its state', async () => {
  const saved: ForwarderProgress[] = []
  const progress = openProgress(async one => saved.push(one) > 0)
  progress.failed('it is away', 5_000)
  const counts = { sent: 1, occurrences: 1, dropped: 0, refused: 0, heldBack: 0 }
  progress.add({ position, counts })
  await progress.close()
  expect(saved.at(-1)?.activity).toMatchObject({ state: 'behind', error: null, retry_at: null })
})

test('a skip that begins while an earlier state is being stored is stored, too', async () => {
  const saved: ForwarderProgress[] = []
  const first = Promise.withResolvers<void>()
  const progress = openProgress(async one => {
    saved.push(one)
    await first.promise
    return true
  })
  const closing = progress.close()
  await expect.poll(() => saved.length).toBe(1)
  const begins = progress.begin({ ...position, endedUntil: 5 })
  first.resolve()
  await begins
  await closing
  expect(saved.map(({ hasSkipped }) => hasSkipped)).toEqual([false, true])
  expect(progress.mustSkip).toBe(false)
})

test('a forwarder does not begin at a place that could not be stored', async () => {
  let isAway = true
  const progress = openProgress(async () => {
    if (isAway) throw new Error('the database is away')
    return true
  })
  await expect(progress.begin(position)).rejects.toThrow('could not be stored')
  expect(progress.mustSkip).toBe(true)
  isAway = false
  await progress.begin(position)
  expect(progress.mustSkip).toBe(false)
  await progress.close()
})
