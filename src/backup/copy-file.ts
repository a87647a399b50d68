import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

const chunkBytes = 1_048_576

/** Size and checksum of what was read. */
export interface ReadContent {
  bytes: number
  sha256: string
}

/** Copies a file to a new one, synced, readable by its owner only. Returns what was read. */
export async function copyFileSynced(from: string, to: string, executable = false): Promise<ReadContent> {
  await using target = await open(to, 'wx', executable ? 0o700 : 0o600)
  const content = await readThrough(from, chunk => writeWhole(target, chunk))
  await target.datasync()
  return content
}

/** Reads a file for its checksum. */
export function hashFile(file: string): Promise<ReadContent> {
  return readThrough(file, async () => {})
}

async function readThrough(file: string, take: (chunk: Buffer) => Promise<void>): Promise<ReadContent> {
  await using source = await open(file)
  const hash = createHash('sha256')
  const { size } = await source.stat()
  // One byte more than a small file, so that its end is seen at once.
  const buffer = Buffer.allocUnsafe(Math.min(size + 1, chunkBytes))
  let bytes = 0
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, buffer.length)
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') }
    const chunk = buffer.subarray(0, bytesRead)
    hash.update(chunk)
    await take(chunk)
    bytes += bytesRead
  }
}

async function writeWhole(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let written = 0; written < chunk.length; )
    written += (await file.write(chunk, written, chunk.length - written)).bytesWritten
}
