import { promisify } from 'node:util'
import { gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib'
import { hasErrorCode } from '../../schema/error-code.ts'
import { BodyRefusedError } from './fault.ts'
import { decodeSnappy } from './snappy.ts'

type Body = Uint8Array<ArrayBuffer>
type Bounds = { maxOutputLength: number }
type Inflate = (body: Body, bounds: Bounds) => Promise<Buffer>

const gunzipped = promisify<Body, Bounds, Buffer>(gunzip)
const inflated = promisify<Body, Bounds, Buffer>(inflate)
const inflatedRaw = promisify<Body, Bounds, Buffer>(inflateRaw)

const inflaters: ReadonlyMap<string, Inflate> = new Map<string, Inflate>([
  ['gzip', gunzipped],
  ['x-gzip', gunzipped],
  // RFC 9110 means the zlib format; some senders omit its header.
  ['deflate', (body, bounds) => (hasZlibHeader(body) ? inflated : inflatedRaw)(body, bounds)],
  ['zstd', promisify<Body, Bounds, Buffer>(zstdDecompress)],
])

/** Undoes Content-Encoding, up to `limit` bytes: snappy, which is fast, in this thread, the others in the thread pool. */
export async function decodeBody(body: Body, encoding: string, limit: number): Promise<Buffer> {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity') {
    if (body.length > limit) throw tooLarge(limit)
    return Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  }
  if (name === 'snappy') {
    const decoded = decodeSnappy(body, limit)
    if (decoded === 'tooLarge') throw tooLarge(limit)
    if (decoded === undefined) throw notDecodable(name)
    return decoded
  }
  const inflate = inflaters.get(name)
  if (inflate === undefined) {
    const detail = `Content-Encoding must be identity, gzip, deflate, zstd or snappy, not ${name.slice(0, 40)}.`
    throw new BodyRefusedError(415, detail)
  }
  try {
    return await inflate(body, { maxOutputLength: limit })
  } catch (error) {
    throw hasErrorCode(error, 'ERR_BUFFER_TOO_LARGE') ? tooLarge(limit) : notDecodable(name)
  }
}

/** RFC 1950 section 2.2: method 8, and a multiple of 31. */
export function hasZlibHeader(body: Uint8Array): boolean {
  const [first = 0, second = 0] = body
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
}

function tooLarge(limit: number): BodyRefusedError {
  return new BodyRefusedError(413, `The body is larger than ${limit} bytes once it is decoded.`)
}

function notDecodable(name: string): BodyRefusedError {
  return new BodyRefusedError(400, `The body is not ${name}, or it is cut short.`)
}
