import { expect, test } from 'vitest'
import { type ForwarderProgress, noCounts } from '../../metadata/forwarding/forwarders.ts'
import { openLog } from '../../telemetry/log.ts'
import { Progress } from './progress.ts'

test('events that the destination took end a failure: its error and its state', async () => {
  const saved: ForwarderProgress[] = []
  const progress = new Progress(
    { position: null, skips: false, counts: noCounts },
    {
      save: async one => saved.push(one) > 0,
      now: () => 1_800_000_000,
      log: openLog('silent', { write() {} }),
      onLost: () => {},
    },
  )
  progress.failed('it is away', 5_000)
  const position = { sent: { since: { batch: 1, missing: [] } }, endedUntil: 0 }
  const counts = { sent: 1, occurrences: 1, dropped: 0, refused: 0, heldBack: 0 }
  progress.add({ position, counts })
  await progress.close()
  expect(saved.at(-1)?.activity).toMatchObject({ state: 'behind', error: null, retry_at: null })
})
