import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { imbalanceOf } from '../ingest/ledger/balance.ts'
import { allStored, type Sink } from '../ingest/spool/spooled-file.ts'
import { eventsSubmission } from '../ingest/testing/submission.ts'
import { testPorts } from '../ingest/testing/test-ports.ts'
import { testSettings } from '../ingest/testing/test-settings.ts'
import { Ingest } from '../ingest/worker/ingest.ts'
import { openTemporaryMetadata, temporaryFolder } from '../metadata/testing/temporary.ts'
import type { SqlClient } from '../storage/clients/sql-client.ts'
import { internalRead } from '../storage/contract/internal-read.ts'
import { writeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'
import { makeSnapshot } from './snapshot.ts'
import { openStore } from './testing/data-folder.ts'

const read = internalRead('short', 30)
const daysBack = [0, 1, 9, 20]
const bodyOf = (message: string) =>
  eventsSubmission(daysBack.map(days => ({ message, ts: Date.now() / 1_000 - days * 86_400 })))

/** Ingest and store of a data folder, in this process. */
async function openParts(dataDir: string) {
  const store = await openStore(dataDir)
  onTestFinished(() => store.close())
  let inserts = 0
  const sink: Sink = async batches => {
    inserts++
    await store.append(...batches)
    return allStored
  }
  const ingest = await Ingest.open(
    testSettings(path.join(dataDir, 'spool'), { listeners: [] }),
    testPorts({ sink }),
  )
  onTestFinished(() => ingest.close())
  await ingest.start()
  return { store, ingest, inserts: () => inserts }
}

test('events that come in while the tables are linked are not in them: rows and ledger of the backup agree', async () => {
  const folder = temporaryFolder()
  const dataDir = path.join(folder, 'data')
  await (await openTemporaryMetadata({ folder: dataDir })).metadata.close()
  const { store, ingest, inserts } = await openParts(dataDir)
  const submit = async (message: string) =>
    expect((await ingest.submitIncoming(bodyOf(message))).status).toBe(200)
  await submit('stored')
  await ingest.flush()

  let flushed: Promise<void> | undefined
  let insertsBefore = 0
  const client: SqlClient = {
    ...store.client,
    async command(sql) {
      if (flushed === undefined && sql.includes('FREEZE')) {
        insertsBefore = inserts()
        await submit('meanwhile')
        // Delivers everything deliverable at once.
        flushed = ingest.flush()
        for (let body = 0; body < 5; body++) await submit(`meanwhile ${body}`)
      }
      await store.client.command(sql)
      expect(inserts()).toBe(insertsBefore)
    },
  }
  const intake = {
    pauseDelivery: (maxMs: number) => ingest.pauseDelivery(maxMs),
    resumeDelivery: async () => ingest.resumeDelivery(),
    linkSpool: (target: string) => ingest.linkSpool(target),
  }
  await submit('before')
  const snapshot = await makeSnapshot({ dataDir, client, intake, folders: {} })
  await flushed
  expect(inserts()).toBeGreaterThan(insertsBefore)
  const target = path.join(folder, 'backup')
  await writeBackup(snapshot, { dataDir, target, version: '1.2.3' })
  const restored = path.join(folder, 'restored')
  await restoreBackup(target, restored)

  const again = await openParts(restored)
  await again.ingest.flush()
  const rows = await again.store.client.select(
    'SELECT message, count() FROM millrace.events GROUP BY message ORDER BY message',
    read,
  )
  const counters = await again.ingest.counters()
  expect(rows).toEqual([
    ['before', daysBack.length],
    ['stored', daysBack.length],
  ])
  expect(counters).toMatchObject({ stored: 2 * daysBack.length, inFlight: 0 })
  expect(imbalanceOf(counters)).toBe(0)
})
