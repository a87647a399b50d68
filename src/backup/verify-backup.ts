import path from 'node:path'
import { checkSpool } from '../ingest/spool/check-spool.ts'
import { instanceKeyFile } from '../metadata/secrets/instance-key.ts'
import { findSqliteFaults } from '../metadata/sqlite/copy-file.ts'
import { isKeyOf } from '../metadata/sqlite/key-fingerprint.ts'
import { metadataFile } from '../metadata/sqlite/open.ts'
import { hasErrorCode } from '../schema/error-code.ts'
import type { BackupFile, BackupManifest, DayCount } from '../schema/store/backup.ts'
import { checkParts, findDetachedParts } from '../storage/store/embedded/detached-parts.ts'
import { countParts } from '../storage/store/embedded/freeze.ts'
import { openFolderEngine } from './folder-engine.ts'
import { hashFile, listFiles, mapFiles } from './folder-files.ts'
import { dataOf, readManifest } from './manifest.ts'

/**
 * Reads a whole backup and returns its faults: in checksums of files, rows of days, the metadata and its key.
 * Throws a BackupError if it has no manifest.
 */
export async function verifyBackup(backup: string): Promise<{ manifest: BackupManifest; faults: string[] }> {
  const manifest = await readManifest(backup)
  const data = dataOf(backup)
  const found = await mapFiles(manifest.files, file => findFault(data, file))
  const faults = found.filter(fault => fault !== undefined)
  const known = new Set(manifest.files.map(({ path }) => path))
  for (const file of await listFiles(data))
    if (!known.has(file.path)) faults.push(`${path.join(data, file.path)} does not belong to the backup`)
  // The counts of rows are in files, so they are read only if no file is damaged.
  if (faults.length === 0) {
    faults.push(...dayFaults(manifest, await countParts(path.join(data, 'events'))))
    const [metadata, key] = [metadataFile(data), instanceKeyFile(data)]
    const sqliteFaults = metadataFaults(metadata)
    faults.push(...sqliteFaults)
    if (sqliteFaults.length === 0 && manifest.hasInstanceKey && !isKeyOf(key, metadata))
      faults.push(`${key} is not the key that the metadata was sealed with`)
  }
  return { manifest, faults }
}

async function findFault(data: string, { path: name, sha256 }: BackupFile): Promise<string | undefined> {
  const file = path.join(data, name)
  try {
    return (await hashFile(file)).sha256 === sha256 ? undefined : `${file} is not as it was written`
  } catch (error) {
    return hasErrorCode(error, 'ENOENT') ? `${file} is not there` : `${file} cannot be read: ${error}`
  }
}

function dayFaults({ days }: BackupManifest, counted: BackupManifest['days']): string[] {
  const rows = new Map(counted.map(({ day, rows }) => [day, rows]))
  return days
    .filter(({ day, rows: expected }) => rows.get(day) !== expected)
    .map(({ day, rows: expected }) => `day ${day} has ${rows.get(day) ?? 0} rows of ${expected}`)
}

function metadataFaults(file: string): string[] {
  return findSqliteFaults(file).map(text => `${file}: ${text}`)
}

interface FolderCheck {
  days: DayCount[]
  /** Files of the spool, including files that the store already has, and their rows. */
  spool: { files: number; rows: number }
  faults: string[]
}

/** Reads a whole data folder, which must not be in use, and returns its faults. */
export async function verifyFolder(options: {
  dataDir: string
  /** Bytes that the engine may use. */
  memory: number
  log: (message: string) => void
}): Promise<FolderCheck> {
  const { dataDir } = options
  const faults = metadataFaults(metadataFile(dataDir))
  const { damaged, ...spool } = await checkSpool(path.join(dataDir, 'spool'))
  faults.push(...damaged.map(name => `${path.join(dataDir, 'spool', name)} is not as it was written`))
  const days: DayCount[] = []
  await using engine = await openFolderEngine(options)
  for await (const { faults: found, ...day } of checkParts(engine.client)) {
    days.push(day)
    faults.push(...found.map(text => `day ${day.day}, ${text}`))
  }
  const detached = await findDetachedParts(engine.client)
  faults.push(...detached.map(({ label, reason }) => `part ${label} was set aside: ${reason}`))
  return { days, spool, faults }
}
