import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Intake } from '../ingest/worker/intake.ts'
import { copySqliteFile } from '../metadata/sqlite/copy-file.ts'
import { hasErrorCode } from '../schema/error-code.ts'
import type { BackupManifest } from '../schema/store/backup.ts'
import type { SqlClient } from '../storage/clients/sql-client.ts'
import { freezeTables, removeFrozen } from '../storage/store/embedded/freeze.ts'
import { readVersion } from '../storage/store/tables/migrate.ts'
import { BackupError } from './backup-error.ts'

/** A data folder as of one moment, as links and copies that do not change. */
export interface Snapshot extends Pick<BackupManifest, 'at' | 'tables' | 'pausedMs'> {
  /** Has the layout of a data folder: events, spool, metadata. Its name is unique among snapshots. */
  folder: string
  /** Paths of the folders in `backedUpFolders`, keyed by their names in a data folder. */
  folders: Readonly<Record<string, string>>
}

/** The data folder of a snapshot, and access to its parts that change. */
export interface SnapshotSource {
  dataDir: string
  /** Runs SQL in the engine of the folder. */
  client: SqlClient
  /** The ingest of the folder: pauses the delivery of spool files to the tables, and links the files. */
  intake: Pick<Intake, 'pauseDelivery' | 'resumeDelivery' | 'linkSpool'>
  folders: Snapshot['folders']
}

/** Maximum time for which delivery is paused, so that events wait in the spool. */
const maxPauseMs = 120_000

/** The folder of snapshots, on the file system of the data folder, so that files can be linked. */
function snapshotsFolder(dataDir: string): string {
  return path.join(dataDir, 'snapshot')
}

/**
 * Makes the snapshot of a data folder. While delivery is paused, each event is either in the spool or in the
 * tables, so the snapshot contains it once, and its ledger matches its events. The metadata comes last, so
 * that its reserved ids are above the ids of the events.
 */
export async function makeSnapshot({ dataDir, client, intake, folders }: SnapshotSource): Promise<Snapshot> {
  const folder = path.join(snapshotsFolder(dataDir), randomUUID())
  await removeSnapshot(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const eventsVersion = await readVersion(client.shards[0])
  const pausedAt = performance.now()
  let wasPausedThroughout = false
  let at = ''
  let newestMigration = ''
  try {
    await intake.pauseDelivery(maxPauseMs)
    at = new Date().toISOString()
    await intake.linkSpool(path.join(folder, 'spool'))
    await freezeTables(client, path.join(dataDir, 'events'), path.join(folder, 'events'))
    newestMigration = await copySqliteFile(dataDir, path.join(folder, 'metadata.sqlite'))
  } finally {
    wasPausedThroughout = await intake.resumeDelivery()
  }
  if (!wasPausedThroughout)
    throw new BackupError(
      `The snapshot took longer than the ${maxPauseMs / 1_000} s for which the store may be paused. See the log of the service.`,
    )
  const pausedMs = Math.round(performance.now() - pausedAt)
  const tables = { events: eventsVersion, metadata: newestMigration }
  return { folder, folders, at, tables, pausedMs }
}

/** Throws a BackupError if the snapshot was removed, by the service that made it or for another snapshot. */
export function requireSnapshot({ folder }: Snapshot): void {
  if (!existsSync(folder))
    throw new BackupError(
      'The snapshot was removed while it was copied: the service ended or was restarted. Run the backup again.',
    )
}

/**
 * Removes the snapshot of a data folder, even an unfinished one. Renames it first, so that a running copy
 * never sees a part of it: either all files are there, or `requireSnapshot` throws.
 */
export async function removeSnapshot(dataDir: string): Promise<void> {
  const folder = snapshotsFolder(dataDir)
  const removed = `${folder}.removed`
  await rm(removed, { recursive: true, force: true })
  await rename(folder, removed).catch(error => {
    if (!hasErrorCode(error, 'ENOENT')) throw error
  })
  await rm(removed, { recursive: true, force: true })
  await removeFrozen(path.join(dataDir, 'events'))
}
