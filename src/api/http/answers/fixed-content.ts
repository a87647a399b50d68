import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Content-Encodings by preference. Compressing 1.5 MB takes a second of one processor, once. */
const compressors = {
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
  gzip: (content: Buffer) => promisify(gzip)(content, { level: 9 }),
} as const
type Encoding = keyof typeof compressors

/**
 * Content that does not change while the service runs: read once, and compressed once per encoding that
 * clients accept.
 */
export class FixedContent {
  readonly #read: () => Promise<Buffer>
  readonly #contents = new Map<Encoding | 'identity', Promise<Buffer>>()

  constructor(read: () => Promise<Buffer>) {
    this.#read = read
  }

  /** The bytes of the answer to a request. Sets the headers for their encoding. */
  async encodedFor(request: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
    const encoding = encodingFor(request)
    const bytes =
      encoding === undefined
        ? await this.#content()
        : await this.#cached(encoding, async () => compressors[encoding](await this.#content()))
    reply.header('vary', 'accept-encoding')
    if (encoding !== undefined) reply.header('content-encoding', encoding)
    return bytes
  }

  #content(): Promise<Buffer> {
    return this.#cached('identity', this.#read)
  }

  #cached(name: Encoding | 'identity', make: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.#contents.get(name)
    if (known !== undefined) return known
    const content = make()
    this.#contents.set(name, content)
    // After a failure the next request tries again.
    content.catch(() => this.#contents.delete(name))
    return content
  }
}

/** undefined for a client on this machine (compression.ts), or one that accepts no encoding. */
function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  if (headers['x-no-compression'] !== undefined) return undefined
  const accepted = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',', 100)
    .map(part => part.split(';').map(piece => piece.trim()))
    .filter(([, weight]) => weight === undefined || !/^q=0(\.0*)?$/.test(weight))
    .map(([name]) => name)
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : undefined
}
