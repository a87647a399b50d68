import { existsSync } from 'node:fs'
import { link, mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { instanceKeyFile } from '../metadata/secrets/instance-key.ts'
import { isKeyOf } from '../metadata/sqlite/key-fingerprint.ts'
import { metadataFile } from '../metadata/sqlite/open.ts'
import { hasErrorCode } from '../schema/error-code.ts'
import { type BackupFile, type BackupManifest, backupFormat } from '../schema/store/backup.ts'
import { countParts } from '../storage/store/embedded/freeze.ts'
import { BackupError } from './backup-error.ts'
import {
  copyFileSynced,
  describeFile,
  type FolderFile,
  listFiles,
  mapFiles,
  requireSpace,
  syncFolders,
} from './folder-files.ts'
import { dataOf, readManifest, writeManifest } from './manifest.ts'
import { requireSnapshot, type Snapshot } from './snapshot.ts'

/** What a backup contains, and where it is written. */
export interface BackupOptions {
  dataDir: string
  /** The folder to create. */
  target: string
  /** An earlier backup on the same disk, whose unchanged files are linked instead of copied. */
  previous?: string | undefined
  /** Leaves out the instance key and the settings file, which open or hold secrets. */
  withoutSecrets?: boolean | undefined
  /** The instance key is a setting: the key file, if present, may contain another key. */
  hasKeySetting?: boolean | undefined
  settingsFile?: string | undefined
  version: string
}

/** A complete backup. */
export interface WrittenBackup {
  manifest: BackupManifest
  copiedBytes: number
  /** Bytes of files that were linked to files of the earlier backup. */
  linkedBytes: number
}

/**
 * Name of the copy of the `--config` file beside the manifest. It is for the person who restores: the
 * manifest does not list it, and a restore does not write it.
 */
export const settingsName = 'settings.yaml'

/** Throws a BackupError, before any work, if a backup cannot be made in this folder. */
export async function requireNewFolder(target: string, dataDir: string): Promise<void> {
  const inside = path.relative(dataDir, target)
  if (inside.split(path.sep)[0] !== '..' && !path.isAbsolute(inside))
    throw new BackupError(`${target} is in the data folder. Name a folder outside of it.`)
  if (existsSync(target)) throw new BackupError(`${target} already exists: name a new folder.`)
  const parent = path.dirname(target)
  if (!existsSync(parent)) throw new BackupError(`${parent} is not there: make it first.`)
  // writeBackup deletes the partial folder, so it must not contain anything but a backup.
  const existing = await readdir(partialOf(target)).catch(() => [])
  const foreign = existing.find(
    name => !['data', settingsName, 'manifest.json', 'manifest.sha256'].includes(name),
  )
  if (foreign !== undefined)
    throw new BackupError(`${partialOf(target)} is no unfinished backup: it has ${foreign}. Move it away.`)
}

/** Copies a snapshot into a new folder, which gets its final name when it is complete. */
export async function writeBackup(snapshot: Snapshot, options: BackupOptions): Promise<WrittenBackup> {
  const { target, previous, version } = options
  const earlier = previous === undefined ? undefined : await readManifest(previous)
  const earlierFiles = new Map(earlier?.files.map(file => [file.path, file]))
  const partial = partialOf(target)
  await rm(partial, { recursive: true, force: true })
  const sources = await listSources(snapshot, options)
  const findUnchanged = (file: FolderFile) => {
    const before = earlierFiles.get(file.path)
    const isSame =
      before?.bytes === file.bytes && before.changed === file.changed && before.executable === file.executable
    return isSame ? before : undefined
  }
  const changed = sources.filter(({ file }) => findUnchanged(file) === undefined)
  await requireSpace(path.dirname(target), sumBytes(changed.map(({ file }) => file)))

  const data = dataOf(partial)
  const folders = new Set(sources.map(({ file }) => path.dirname(path.join(data, file.path))))
  for (const folder of [data, ...folders]) await mkdir(folder, { recursive: true, mode: 0o700 })
  let linkedBytes = 0
  const files = await mapFiles(sources, async ({ from, file }): Promise<BackupFile | undefined> => {
    const to = path.join(data, file.path)
    const unchanged = findUnchanged(file)
    if (unchanged !== undefined && (await tryLink(path.join(dataOf(previous ?? ''), file.path), to))) {
      linkedBytes += file.bytes
      return unchanged
    }
    try {
      return { ...file, ...(await copyFileSynced(from, to, file.executable)) }
    } catch (error) {
      if (!hasErrorCode(error, 'ENOENT')) throw error
      requireSnapshot(snapshot)
      // Users may have deleted reports, rules, templates or scripts meanwhile, but no files of the snapshot.
      if (from.startsWith(snapshot.folder)) throw error
      return undefined
    }
  })
  // Without the snapshot the list of files may be incomplete, even if all listed files could be linked.
  requireSnapshot(snapshot)
  const written = files.filter(file => file !== undefined)
  const hasInstanceKey = written.some(file => path.join(data, file.path) === instanceKeyFile(data))
  if (hasInstanceKey) requireRightKey(data, options.dataDir)
  if (options.settingsFile !== undefined && options.withoutSecrets !== true)
    await copyFileSynced(options.settingsFile, path.join(partial, settingsName))
  const manifest: BackupManifest = {
    format: backupFormat,
    version,
    at: snapshot.at,
    tables: snapshot.tables,
    hasInstanceKey,
    elsewhere: foldersOutside(snapshot.folders, options.dataDir),
    pausedMs: snapshot.pausedMs,
    days: await countParts(path.join(data, 'events')),
    spoolFiles: written.filter(file => /^spool\/[^/]+\.rb$/.test(file.path)).length,
    files: written,
  }
  await writeManifest(partial, manifest)
  await syncFolders([...withParents(folders, partial), partial])
  await rename(partial, target)
  await syncFolders([path.dirname(target)])
  return { manifest, copiedBytes: sumBytes(written) - linkedBytes, linkedBytes }
}

/** Throws a BackupError if the copied instance key does not open the secrets of the copied metadata. */
function requireRightKey(data: string, dataDir: string): void {
  if (isKeyOf(instanceKeyFile(data), metadataFile(data))) return
  throw new BackupError(
    `${instanceKeyFile(dataDir)} is not the key that the metadata was sealed with: put the right one back, set MILLRACE_INSTANCE_KEY where the service has it, or leave it out with --no-secrets.`,
  )
}

/** The path of a backup until it is complete. */
function partialOf(target: string): string {
  return `${target}.partial`
}

/** The folders that are not at their default places in the data folder. */
function foldersOutside(folders: Snapshot['folders'], dataDir: string): Record<string, string> {
  const outside = Object.entries(folders).filter(([name, folder]) => folder !== path.join(dataDir, name))
  return Object.fromEntries(outside)
}

/** A file to copy: its path now, and its description with its path in the backup. */
interface Source {
  from: string
  file: FolderFile
}

/** Lists the files of the snapshot, of the folders that it names, and the instance key unless left out. */
async function listSources(
  snapshot: Snapshot,
  { dataDir, withoutSecrets, hasKeySetting }: BackupOptions,
): Promise<Source[]> {
  const listFolder = async (folder: string, name = '') =>
    (await listFiles(folder)).map(file => ({
      from: path.join(folder, file.path),
      file: { ...file, path: path.posix.join(name, file.path) },
    }))
  const sources = await listFolder(snapshot.folder)
  for (const [name, folder] of Object.entries(snapshot.folders))
    sources.push(...(await listFolder(folder, name)))
  const key = instanceKeyFile(dataDir)
  const isLeftOut = withoutSecrets === true || hasKeySetting === true
  const file = isLeftOut ? undefined : await describeFile(key, path.basename(key))
  return file === undefined ? sources : [...sources, { from: key, file }]
}

/** Creates a hard link. Returns false if the file must be copied instead. */
async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    // The file is on another disk or one without links, has the maximum number of links, or was removed.
    if (hasErrorCode(error, 'EXDEV', 'EMLINK', 'ENOENT', 'EPERM')) return false
    throw error
  }
}

/** These folders and their parents below `top`. */
export function withParents(folders: Iterable<string>, top: string): Set<string> {
  const all = new Set<string>()
  for (const folder of folders)
    for (let at = folder; at.length > top.length && !all.has(at); at = path.dirname(at)) all.add(at)
  return all
}

function sumBytes(files: readonly { bytes: number }[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0)
}
