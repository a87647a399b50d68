import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { readErrorCode, readUploadId } from './answers.ts'
import { patient, type S3Client } from './s3-client.ts'
import { answerError, S3Error } from './s3-error.ts'

/** Bytes of a part of an upload, and of a part of a download, in memory. */
const partBytes = 8 * 1024 ** 2

/**
 * Uploads a file, in parts if it is large, and returns its SHA-256. The server compares each part with its
 * own. After a failure, nothing of the file is left.
 */
export async function uploadFile(client: S3Client, file: string, key: string): Promise<string> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const hash = createHash('sha256')
    const read = async (at: number) => {
      const part = await readPart(handle, at, Math.min(partBytes, size - at))
      hash.update(part)
      return part
    }
    if (size <= partBytes) await client.put(key, await read(0), patient)
    else await uploadParts(client, { read, size }, key)
    return hash.digest('hex')
  } finally {
    await handle.close()
  }
}

async function uploadParts(
  client: S3Client,
  { read, size }: { read: (at: number) => Promise<Buffer>; size: number },
  key: string,
): Promise<void> {
  const created = await client.send({ method: 'POST', key, query: { uploads: '' } }, patient)
  const uploadId = readUploadId(created.body.toString())
  if (uploadId === undefined) throw new S3Error('names no id of an upload').at(client.name)
  try {
    const parts: string[] = []
    for (let at = 0; at < size; at += partBytes) {
      const partNumber = String(parts.length + 1)
      const body = await read(at)
      const { etag } = await client.send(
        { method: 'PUT', key, query: { partNumber, uploadId }, body },
        patient,
      )
      if (etag === undefined) throw new S3Error('names no ETag of a part').at(client.name)
      parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag}</ETag></Part>`)
    }
    const list = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    const { body } = await client.send({ method: 'POST', key, query: { uploadId }, body: list }, patient)
    // The status is sent before the server begins to join the parts.
    const code = readErrorCode(body.toString())
    if (code !== undefined) throw answerError(500, code).at(client.name)
  } catch (error) {
    await client.abort({ key, uploadId }, patient).catch(() => {})
    throw error
  }
}

async function readPart(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  for (let done = 0; done < length; ) {
    const { bytesRead } = await handle.read(buffer, done, length - done, at + done)
    if (bytesRead === 0) throw new Error('the file became shorter while it was uploaded')
    done += bytesRead
  }
  return buffer
}

/** Reads an object of a known size, in parts. Returns its SHA-256. `take` gets each part. */
export async function downloadObject(
  client: S3Client,
  { key, bytes }: { key: string; bytes: number },
  take: (part: Buffer) => Promise<void> = async () => {},
): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes; at += partBytes) {
    const part = await client.get(key, patient, [at, Math.min(at + partBytes, bytes) - 1])
    hash.update(part)
    await take(part)
  }
  return hash.digest('hex')
}
