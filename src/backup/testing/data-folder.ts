import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { SpoolFolder } from '../../ingest/spool/spool-folder.ts'
import { openMetadata } from '../../metadata/open.ts'
import { openEmbeddedStore } from '../../storage/store/embedded/open.ts'
import { ordinary, rowsOf, spoolFile } from '../../storage/testing/spool-file.ts'
import { openLog } from '../../telemetry/log.ts'
import { openSnapshot } from '../open-snapshot.ts'
import { backedUpFolders } from '../scope.ts'

const start = 1_767_225_600
export const memory = 900_000_000

/** Stores one event on each of these days (0 is 2026-01-01), and closes the store. */
export async function addEvents(dataDir: string, days: readonly number[]): Promise<void> {
  const store = await openStore(dataDir)
  for (const day of days) {
    const occurrences = [(start + day * 86_400) * 1_000_000]
    await store.append(
      spoolFile(rowsOf({ ...ordinary, id: day + 1, occurrences, message: `of day ${day}`, tags: {} })),
    )
  }
  await store.close()
}

export function openStore(dataDir: string) {
  const folder = path.join(dataDir, 'events')
  return openEmbeddedStore({ folder, window: 60, retentionDays: 100_000, log: () => {} })
}

/** Creates a data folder in this one, with a user, a rule file, and an event on each of two days. */
export async function makeDataFolder(folder: string): Promise<string> {
  const dataDir = path.join(folder, 'data')
  const metadata = await openMetadata({ folder: dataDir, sessionAgeSeconds: 3_600, log: openLog('silent') })
  await metadata.users.create({ username: 'ann' })
  await metadata.close()
  const spool = await SpoolFolder.open(path.join(dataDir, 'spool'))
  await spool.close()
  mkdirSync(path.join(dataDir, 'rules'))
  writeFileSync(path.join(dataDir, 'rules', 'own.yaml'), 'rules: []\n')
  await addEvents(dataDir, [0, 1])
  return dataDir
}

/** The snapshot of a folder that no service uses. */
export function snapshotOf(dataDir: string) {
  const folders = backedUpFolders({ dataDir })
  return openSnapshot({ dataDir, folders, memory, log: () => {} })
}
