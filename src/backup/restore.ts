import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hasErrorCode } from '../schema/error-code.ts'
import type { BackupFile, BackupManifest } from '../schema/store/backup.ts'
import { withParents } from './backup.ts'
import { BackupError } from './backup-error.ts'
import { copyFileSynced, mapFiles, requireSpace, syncFolders } from './folder-files.ts'
import { dataOf, readManifest, requireKnownTables } from './manifest.ts'
import { requireRestored, restoreMarker } from './unfinished-restore.ts'

/**
 * Restores a backup into a new or empty folder, comparing each file with its checksum. Throws a BackupError
 * that names the first file that differs, and leaves the folder empty.
 */
export async function restoreBackup(backup: string, dataDir: string): Promise<BackupManifest> {
  const manifest = await readManifest(backup)
  requireKnownTables(backup, manifest)
  await requireEmptyFolder(dataDir)
  const { files } = manifest
  for (const file of files) await requireSize(backup, file)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await requireSpace(
    dataDir,
    files.reduce((total, { bytes }) => total + bytes, 0),
  )

  const marker = restoreMarker(dataDir)
  await writeFile(marker, `${backup}\n`, { mode: 0o600, flush: true })
  await syncFolders([dataDir])
  try {
    const folders = new Set(files.map(file => path.dirname(path.join(dataDir, file.path))))
    for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 })
    await mapFiles(files, file => restoreFile(backup, dataDir, file))
    await syncFolders([...withParents(folders, dataDir), dataDir])
  } catch (error) {
    // If something cannot be removed, the marker stays. The error of the restore is the more useful one.
    await removeRestored(dataDir).catch(() => {})
    throw error
  }
  await rm(marker)
  await syncFolders([dataDir])
  return manifest
}

/** Removes everything that a restore wrote. The marker is last: without it the folder would look restored. */
async function removeRestored(dataDir: string): Promise<void> {
  const marker = restoreMarker(dataDir)
  const listRest = async () => (await listContent(dataDir)).filter(name => name !== path.basename(marker))
  for (const name of await listRest()) await rm(path.join(dataDir, name), { recursive: true, force: true })
  if ((await listRest()).length === 0) await rm(marker)
}

/** Names in a folder, except `lost+found`, which the root of a file system contains. */
async function listContent(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter(name => name !== 'lost+found')
}

async function requireEmptyFolder(dataDir: string): Promise<void> {
  requireRestored(dataDir)
  const [firstName] = await listContent(dataDir).catch(error => {
    if (hasErrorCode(error, 'ENOENT')) return []
    throw error
  })
  if (firstName !== undefined)
    throw new BackupError(
      `${dataDir} is not empty (${firstName}): a backup is restored into a new or empty folder.`,
    )
}

async function requireSize(backup: string, { path: name, bytes }: BackupFile): Promise<void> {
  const file = path.join(dataOf(backup), name)
  const size = await stat(file).then(
    state => state.size,
    () => undefined,
  )
  if (size === undefined)
    throw new BackupError(`The backup is damaged: ${file} is not there. Nothing was restored.`)
  if (size !== bytes)
    throw new BackupError(
      `The backup is damaged: ${file} has ${size} bytes instead of ${bytes}. Nothing was restored.`,
    )
}

async function restoreFile(
  backup: string,
  dataDir: string,
  { path: name, sha256, executable }: BackupFile,
): Promise<void> {
  const file = path.join(dataOf(backup), name)
  const content = await copyFileSynced(file, path.join(dataDir, name), executable)
  if (content.sha256 !== sha256)
    throw new BackupError(`The backup is damaged: ${file} is not as it was written. Nothing was restored.`)
}
