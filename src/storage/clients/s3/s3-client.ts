import { readFileSync } from 'node:fs'
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { backoffMs } from '../../../async/backoff.ts'
import { readErrorCode, readObjects, readUploads, type S3Page, type S3Upload } from './answers.ts'
import { type S3Location, s3Name, s3Url } from './location.ts'
import { answerError, connectionError, S3Error } from './s3-error.ts'
import { canonicalQuery, sha256, signedHeaders } from './signature.ts'

/** Maximum bytes of an answer that is read as text, such as a list of 1,000 objects. */
const maxTextBytes = 4_000_000
const retryDelay = { minMs: 200, maxMs: 3_000 }
const maxSockets = 8
/** Maximum pages of a list, each with 1,000 objects: a thousand years of days. */
const maxPages = 1_000

/** How long a request may take, and how often it is made. */
export interface S3Patience {
  /** Without a byte, milliseconds. */
  idleMs: number
  /** For each attempt, milliseconds. */
  wholeMs: number
  attempts: number
}

/** While a user waits. */
export const hasty: S3Patience = { idleMs: 4_000, wholeMs: 8_000, attempts: 2 }
/** In the background: parts of 8 MiB also on a slow line. */
export const patient: S3Patience = { idleMs: 15_000, wholeMs: 300_000, attempts: 4 }

interface S3Request {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  key: string
  query?: Readonly<Record<string, string>>
  /** Bytes to read of an object, both included. */
  range?: readonly [number, number]
  body?: Buffer
}

interface S3Answer {
  body: Buffer
  etag: string | undefined
}

/**
 * Requests to an S3 server. Each has a time limit; failures that may pass are repeated with growing pauses.
 * All reject with an S3Error.
 */
export class S3Client {
  readonly location: S3Location
  /** Of the location, in messages. */
  readonly name: string
  readonly #agent: HttpAgent | HttpsAgent
  readonly #patience: S3Patience | undefined
  /** Why the server could not be used when it was asked last; undefined if it could. */
  #failure: string | undefined

  /** `patience`: instead of the one of each call; for tests. Throws if the file of authorities is missing. */
  constructor(location: S3Location, patience?: S3Patience) {
    this.location = location
    this.name = s3Name(location)
    this.#patience = patience
    const pool = { keepAlive: true, maxSockets }
    const { caFile, endpoint } = location
    this.#agent = endpoint.startsWith('https:')
      ? new HttpsAgent({ ...pool, ...(caFile !== undefined && { ca: readFileSync(caFile) }) })
      : new HttpAgent(pool)
  }

  get failure(): string | undefined {
    return this.#failure
  }

  /** The server failed when the engine used it. */
  noteFailure(error: S3Error): void {
    this.#failure = error.message
  }

  /** Bytes of an object; of a range of it, both ends included. */
  async get(key: string, patience: S3Patience, range?: readonly [number, number]): Promise<Buffer> {
    const { body } = await this.send({ method: 'GET', key, ...(range && { range }) }, patience)
    return body
  }

  async put(key: string, body: Buffer, patience: S3Patience): Promise<void> {
    await this.send({ method: 'PUT', key, body }, patience)
  }

  /** Resolves also if there is no such object. */
  async delete(key: string, patience: S3Patience): Promise<void> {
    await this.send({ method: 'DELETE', key }, patience).catch((error: unknown) => {
      if (!(error instanceof S3Error && error.isMissing)) throw error
    })
  }

  /** The objects whose keys begin with a text, in their order; `after`: only the later ones. */
  async *list(
    start: string,
    patience: S3Patience,
    after?: string,
  ): AsyncGenerator<S3Page['objects'], void, void> {
    let next: string | undefined
    for (let page = 0; page < maxPages; page++) {
      const query = {
        'list-type': '2',
        'encoding-type': 'url',
        prefix: start,
        ...(after !== undefined && { 'start-after': after }),
        ...(next !== undefined && { 'continuation-token': next }),
      }
      const { body } = await this.send({ method: 'GET', key: '', query }, patience)
      const found = readObjects(body.toString())
      yield found.objects
      // Some servers repeat the last token.
      if (found.next === undefined || found.next === next) return
      next = found.next
    }
    throw new S3Error(`has more than ${maxPages} pages of objects`).at(this.name)
  }

  /** The first 1,000 uploads in parts that are not complete, of keys that begin with a text. */
  async uploads(start: string, patience: S3Patience): Promise<S3Upload[]> {
    const query = { uploads: '', prefix: start, 'encoding-type': 'url' }
    const { body } = await this.send({ method: 'GET', key: '', query }, patience)
    return readUploads(body.toString())
  }

  async abort({ key, uploadId }: S3Upload, patience: S3Patience): Promise<void> {
    await this.send({ method: 'DELETE', key, query: { uploadId } }, patience)
  }

  /** Makes a request until it succeeds or the patience ends. */
  async send(request: S3Request, asked: S3Patience): Promise<S3Answer> {
    const patience = this.#patience ?? asked
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await this.#sendOnce(request, patience)
        this.#failure = undefined
        return answer
      } catch (error) {
        const failure = (error instanceof S3Error ? error : connectionError(error)).at(this.name)
        if (failure.isMissing) this.#failure = undefined
        else if (!failure.isTransient || attempt >= patience.attempts) this.#failure = failure.message
        if (!failure.isTransient || attempt >= patience.attempts) throw failure
        await sleep(backoffMs(attempt, retryDelay))
      }
    }
  }

  async #sendOnce(
    { method, key, query = {}, range, body }: S3Request,
    patience: S3Patience,
  ): Promise<S3Answer> {
    const url = s3Url(this.location, key)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const bodyHash = sha256(body ?? '')
    const signed = signedHeaders({ method, url, bodyHash, now: Date.now() }, this.location)
    const search = canonicalQuery(url)
    const options = {
      method,
      agent: this.#agent,
      hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port,
      path: `${url.pathname}${search === '' ? '' : `?${search}`}`,
      headers: {
        ...signed,
        'content-length': body?.length ?? 0,
        ...(range && { range: `bytes=${range[0]}-${range[1]}` }),
      },
      timeout: patience.idleMs,
      signal: AbortSignal.timeout(patience.wholeMs),
    }
    const maxBytes = range === undefined ? maxTextBytes : range[1] - range[0] + 1
    const { promise, resolve, reject } = Promise.withResolvers<S3Answer>()
    const outgoing = url.protocol === 'https:' ? requestHttps(options) : requestHttp(options)
    let isIdle = false
    const fail = (error: unknown) => {
      if (isIdle) reject(tooSlow(patience.idleMs))
      else reject(options.signal.aborted ? tooSlow(patience.wholeMs) : error)
    }
    outgoing.on('error', fail)
    outgoing.on('timeout', () => {
      isIdle = true
      outgoing.destroy()
    })
    outgoing.on('response', response => {
      readAnswer(response, maxBytes, range !== undefined).then(resolve, fail)
    })
    outgoing.end(body)
    return await promise
  }
}

function tooSlow(ms: number): S3Error {
  return new S3Error(`did not answer within ${ms / 1_000} s`)
}

async function readAnswer(response: IncomingMessage, maxBytes: number, isRange: boolean): Promise<S3Answer> {
  const { statusCode = 0, headers } = response
  const isError = statusCode < 200 || statusCode >= 300
  const limit = isError ? maxTextBytes : maxBytes
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    // Leaving the loop destroys the connection.
    if (bytes > limit) throw new S3Error('sends more than was asked for', { status: statusCode })
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks)
  if (isError) throw answerError(statusCode, readErrorCode(body.toString()))
  if (isRange && bytes !== maxBytes) throw new S3Error('sent less than was asked for')
  return { body, etag: headers.etag }
}
