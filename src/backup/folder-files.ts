import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import pLimit from 'p-limit'
import { hasErrorCode } from '../schema/error-code.ts'
import { BackupError } from './backup-error.ts'

/** A file below a folder. */
export interface FolderFile {
  /** Relative, with slashes. */
  path: string
  bytes: number
  /** Time of the last change, in Unix nanoseconds. */
  changed: string
  /** Absent: not executable. */
  executable?: boolean
}

/**
 * All files below a folder, at any depth, sorted by path. Empty if the folder does not exist. Symbolic links
 * count as the files they point to.
 */
export async function listFiles(folder: string): Promise<FolderFile[]> {
  const found: FolderFile[] = []
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(error => {
    if (hasErrorCode(error, 'ENOENT')) return []
    throw error
  })
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name)
    const described = await describeFile(file, path.relative(folder, file))
    if (described !== undefined) found.push(described)
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Describes a file, with `name` as its path. Undefined if there is no regular file. */
export async function describeFile(file: string, name: string): Promise<FolderFile | undefined> {
  const state = await stat(file, { bigint: true }).catch(() => undefined)
  if (state?.isFile() !== true) return undefined
  const described = { path: name, bytes: Number(state.size), changed: String(state.mtimeNs) }
  return (state.mode & 0o111n) === 0n ? described : { ...described, executable: true }
}

/** Syncs these folders, so that names of files survive a power failure. */
export async function syncFolders(folders: Iterable<string>): Promise<void> {
  for (const folder of folders) {
    await using handle = await open(folder)
    await handle.sync()
  }
}

/** Throws a BackupError if the disk has less free space than needed. */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free < bytes)
    throw new BackupError(
      `${folder} has ${megabytes(free)} MB of free space, and ${megabytes(bytes)} MB are needed.`,
    )
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1e6)
}

/** Maximum files processed at a time: while one is synced, others are read. */
const maxFiles = 4

/**
 * Processes a few files at a time. Throws the first error once nothing runs and nothing will start, so that
 * the caller may clean up.
 */
export async function mapFiles<Item, Result>(
  files: readonly Item[],
  work: (file: Item) => Promise<Result>,
): Promise<Result[]> {
  const limit = pLimit({ concurrency: maxFiles, rejectOnClear: true })
  const results = files.map(file => limit(() => work(file)))
  try {
    return await Promise.all(results)
  } catch (error) {
    limit.clearQueue()
    await Promise.allSettled(results)
    throw error
  }
}

const chunkBytes = 1_048_576

/** Size and checksum of what was read. */
interface ReadContent {
  bytes: number
  sha256: string
}

/**
 * Copies a file to a new one, synced, readable by its owner only. Returns what was read. Creates no file if
 * the source is missing.
 */
export async function copyFileSynced(from: string, to: string, executable = false): Promise<ReadContent> {
  await using source = await open(from)
  await using target = await open(to, 'wx', executable ? 0o700 : 0o600)
  const content = await readThrough(source, chunk => writeWhole(target, chunk))
  await target.datasync()
  return content
}

/** Reads a file for its checksum. */
export async function hashFile(file: string): Promise<ReadContent> {
  await using source = await open(file)
  return await readThrough(source, async () => {})
}

/** Reads a file chunk by chunk. A chunk is overwritten once the promise of `onChunk` resolves. */
async function readThrough(
  source: FileHandle,
  onChunk: (chunk: Buffer) => Promise<void>,
): Promise<ReadContent> {
  const hash = createHash('sha256')
  const { size } = await source.stat()
  // At least one byte: a file that was empty may have grown.
  const buffer = Buffer.allocUnsafe(Math.min(size + 1, chunkBytes))
  let bytes = 0
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, buffer.length)
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') }
    const chunk = buffer.subarray(0, bytesRead)
    hash.update(chunk)
    await onChunk(chunk)
    bytes += bytesRead
  }
}

async function writeWhole(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let written = 0; written < chunk.length; )
    written += (await file.write(chunk, written, chunk.length - written)).bytesWritten
}
