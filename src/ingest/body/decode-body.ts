import { promisify } from 'node:util'
import { gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib'
import { hasErrorCode } from '../../schema/error-code.ts'
import { BodyRefusedError } from './fault.ts'
import { decodeSnappy } from './snappy.ts'

type Body = Uint8Array
type Bounds = { maxOutputLength: number }
type Inflate = (body: Body, bounds: Bounds) => Promise<Buffer>

const gunzipped = promisify<Body, Bounds, Buffer>(gunzip)
const inflated = promisify<Body, Bounds, Buffer>(inflate)
const inflatedRaw = promisify<Body, Bounds, Buffer>(inflateRaw)

const inflaters: ReadonlyMap<string, Inflate> = new Map<string, Inflate>([
  ['gzip', gunzipped],
  ['x-gzip', gunzipped],
  // RFC 9110 says zlib format; some senders omit its header.
  ['deflate', (body, bounds) => (hasZlibHeader(body) ? inflated : inflatedRaw)(body, bounds)],
  ['zlib', inflated],
  ['zstd', promisify<Body, Bounds, Buffer>(zstdDecompress)],
])

/** Values of Content-Encoding that mean no compression. Senders also write a character set here. */
const plainNames: ReadonlySet<string> = new Set(['', 'identity', 'none', 'utf-8', 'utf8', '8bit', 'binary'])
const maxCodings = 4

/**
 * Decompresses a body by its Content-Encoding, up to `limit` bytes: snappy, which is fast, in this thread,
 * other codings in the thread pool. The last of several codings is undone first. Some senders (graypy) list
 * all codings that they support and use one; so the first bytes of the body decide which were applied.
 */
export async function decodeBody(body: Body, encoding: string, limit: number): Promise<Buffer> {
  const names = encoding.toLowerCase().split(',', maxCodings + 1)
  const codings = names.map(name => name.trim()).filter(name => !plainNames.has(name))
  const unknown = codings.find(name => name !== 'snappy' && !inflaters.has(name))
  if (unknown !== undefined || codings.length > maxCodings) {
    const detail = `Content-Encoding must be identity, gzip, deflate, zstd or snappy, not ${(unknown ?? encoding).slice(0, 40)}.`
    throw new BodyRefusedError(415, detail)
  }
  let decoded: Body = body
  for (let isFirst = true; codings.length > 0; isFirst = false) {
    const matching = codings.findLastIndex(name => signatures.get(name)?.(decoded) === true)
    // No coding that is left has its signature here. At first, the last coding has none (snappy, raw deflate)
    // or the body is damaged. Later, the body is decoded, and the codings that are left were not applied.
    if (matching === -1 && !isFirst) break
    const [coding = ''] = codings.splice(matching === -1 ? codings.length - 1 : matching, 1)
    decoded = await decodeOnce(decoded, coding, limit)
  }
  if (decoded.length > limit) throw tooLarge(limit)
  return Buffer.from(decoded.buffer, decoded.byteOffset, decoded.byteLength)
}

async function decodeOnce(body: Body, name: string, limit: number): Promise<Body> {
  if (name === 'snappy') {
    const decoded = decodeSnappy(body, limit)
    if (decoded === 'tooLarge') throw tooLarge(limit)
    if (decoded === undefined) throw notDecodable(name)
    return decoded
  }
  try {
    return (await inflaters.get(name)?.(body, { maxOutputLength: limit })) ?? body
  } catch (error) {
    throw hasErrorCode(error, 'ERR_BUFFER_TOO_LARGE') ? tooLarge(limit) : notDecodable(name)
  }
}

/** Whether a body begins as gzip (RFC 1952 section 2.3.1). */
export function hasGzipHeader(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b
}

/** Checks of the first bytes, by coding. Snappy blocks and raw deflate have no signature. */
const signatures: ReadonlyMap<string, (body: Uint8Array) => boolean> = new Map([
  ['gzip', hasGzipHeader],
  ['x-gzip', hasGzipHeader],
  ['deflate', hasZlibHeader],
  ['zlib', hasZlibHeader],
  ['zstd', body => body[0] === 0x28 && body[1] === 0xb5 && body[2] === 0x2f && body[3] === 0xfd],
])

/** Whether a body begins as zlib (RFC 1950 section 2.2): method 8, and a multiple of 31. */
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
