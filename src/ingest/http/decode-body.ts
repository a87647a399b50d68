import { promisify } from 'node:util'
import { gunzip, zstdDecompress } from 'node:zlib'
import { BodyRefused } from './fault.ts'

type Inflate = (body: Uint8Array<ArrayBuffer>, bounds: { maxOutputLength: number }) => Promise<Buffer>

const inflaters: ReadonlyMap<string, Inflate> = new Map<string, Inflate>([
  ['gzip', promisify<Uint8Array<ArrayBuffer>, { maxOutputLength: number }, Buffer>(gunzip)],
  ['x-gzip', promisify<Uint8Array<ArrayBuffer>, { maxOutputLength: number }, Buffer>(gunzip)],
  ['zstd', promisify<Uint8Array<ArrayBuffer>, { maxOutputLength: number }, Buffer>(zstdDecompress)],
])

/** The body as it was before Content-Encoding, at most `limit` bytes. Inflates off this thread. */
export async function decodeBody(
  body: Uint8Array<ArrayBuffer>,
  encoding: string,
  limit: number,
): Promise<Buffer> {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity') {
    if (body.length > limit) throw tooLarge(limit)
    return Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  }
  const inflate = inflaters.get(name)
  if (inflate === undefined) {
    throw new BodyRefused(415, `Content-Encoding must be identity, gzip or zstd, not ${name.slice(0, 40)}.`)
  }
  try {
    return await inflate(body, { maxOutputLength: limit })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw tooLarge(limit)
    throw new BodyRefused(400, `The body is not ${name}, or it is cut short.`)
  }
}

function tooLarge(limit: number): BodyRefused {
  return new BodyRefused(413, `The body is larger than ${limit} bytes once it is decoded.`)
}
