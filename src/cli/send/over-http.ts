import { randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { request as requestTls, Agent as TlsAgent } from 'node:https'
import { pause } from '../../async/until.ts'
import type { BodyFormat } from './formats.ts'
import type { TlsFiles } from './over-stream.ts'
import { limitedBatches, type RateLimiter } from './rate-limiter.ts'
import type { SendCounters } from './send-counters.ts'
import type { ConnectionSupply, EventBatch } from './supply.ts'

const maxAnswerBytes = 16_777_216
/** Maximum pause that a Retry-After header may ask for. */
const maxRetryAfterMs = 60_000
/** Pause after a lost connection. */
const retryPauseMs = 1_000

export interface HttpOptions {
  /** Scheme, host and port, and a path that is put before the format's path. */
  url: URL
  format: BodyFormat
  token: string | undefined
  tls: TlsFiles
  /** Maximum events in a body. */
  batch: number
  /** Gives each body an Idempotency-Key, so that a retry after a lost connection counts once. */
  keys: boolean
  connections: number
  /** Gives up after this time without an answer, or with only 429 and 503. */
  timeoutMs: number
}

/** The answer to a body. */
interface Answer {
  status: number
  headers: IncomingMessage['headers']
  text: string
}

/** Posts events to one service, over several connections. */
export class HttpSender {
  readonly #options: HttpOptions
  readonly #counters: SendCounters
  readonly #agent: Agent
  /** Start of all idempotency keys of this run. */
  readonly #keyPrefix = randomUUID()
  readonly #address: URL
  /** Number of bodies with a key so far. */
  #bodies = 0

  constructor(options: HttpOptions, counters: SendCounters) {
    this.#options = options
    this.#counters = counters
    const { insecure, ...files } = options.tls
    const pool = { keepAlive: true, maxSockets: options.connections }
    const isSecure = options.url.protocol === 'https:'
    this.#agent = isSecure
      ? new TlsAgent({ ...pool, ...files, rejectUnauthorized: insecure !== true })
      : new Agent(pool)
    this.#address = new URL(options.url)
    this.#address.pathname = `${options.url.pathname.replace(/\/$/, '')}${options.format.path}`
  }

  /**
   * Posts the events of one connection, one body after the other, until the source or the limiter ends.
   * Throws if further bodies would fail too.
   */
  async send(source: ConnectionSupply, limiter: RateLimiter, signal: AbortSignal): Promise<void> {
    const { format, batch: maxEvents } = this.#options
    for await (const batch of limitedBatches(source, limiter, format.isSingleEvent ? 1 : maxEvents)) {
      await this.#deliver(batch, signal)
    }
  }

  close(): void {
    this.#agent.destroy()
  }

  /**
   * Posts a body until the service accepts or refuses it. Throws if the time is over, if a body without a key
   * may not be repeated, and if every further body would be refused too.
   */
  async #deliver({ bytes, events, starts, ends }: EventBatch, signal: AbortSignal): Promise<void> {
    const { format, keys, timeoutMs } = this.#options
    const body = [Buffer.from(format.head), bytes.subarray(starts[0], ends.at(-1)), Buffer.from(format.tail)]
    const length = body.reduce((sum, part) => sum + part.length, 0)
    const key = keys ? `${this.#keyPrefix}-${this.#bodies++}` : undefined
    const counters = this.#counters
    counters.sent += events
    counters.bytes += length
    const deadline = performance.now() + timeoutMs
    for (;;) {
      const answer = await this.#post(body, length, key).catch((error: Error) => error)
      const givesUp = performance.now() > deadline || signal.aborted
      if (answer instanceof Error) {
        // Without a key, a second attempt could store the events twice.
        if (key === undefined || givesUp) {
          counters.unsure += events
          throw answer
        }
        await pause(retryPauseMs, signal)
      } else if (answer.status === 429 || answer.status === 503) {
        if (givesUp) {
          counters.refuse(events, `${answer.status} for ${timeoutMs / 1_000} s: ${answer.text.slice(0, 500)}`)
          throw new Error(`the service had no room for ${timeoutMs / 1_000} s (${answer.status})`)
        }
        const wait = Number(answer.headers['retry-after'] ?? 1) * 1_000
        await pause(wait >= 0 ? Math.min(wait, maxRetryAfterMs) : retryPauseMs, signal)
      } else {
        this.#countAnswer(answer, events)
        return
      }
      counters.retries++
    }
  }

  /** Counts the events of a body by its answer. Throws if every further body would get the same answer. */
  #countAnswer({ status, text }: Answer, events: number): void {
    const counters = this.#counters
    if (status >= 200 && status < 300) {
      const refused = this.#options.format.path.endsWith('_bulk') ? refusedItems(text) : 0
      counters.acknowledged += events - refused
      if (refused > 0) counters.refuse(refused, text.slice(0, 500))
      return
    }
    counters.refuse(events, `${status}: ${text.slice(0, 500)}`)
    if ([401, 403, 404, 405].includes(status))
      throw new Error(`${this.#address.pathname} was answered ${status}`)
  }

  /** Writes the parts of the body separately: joining them would copy some hundred kilobytes. */
  #post(body: readonly Buffer[], length: number, key: string | undefined): Promise<Answer> {
    const { format, token, timeoutMs } = this.#options
    const send = this.#address.protocol === 'https:' ? requestTls : request
    return new Promise((resolve, reject) => {
      const posted = send(
        this.#address,
        {
          agent: this.#agent,
          method: 'POST',
          timeout: timeoutMs,
          headers: {
            'content-type': format.type,
            'content-length': length,
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(key !== undefined && { 'idempotency-key': key }),
          },
        },
        answer => {
          const chunks: Buffer[] = []
          let received = 0
          answer.on('data', (chunk: Buffer) => {
            received += chunk.length
            // The rest is read and dropped, so that the connection can be used again.
            if (received <= maxAnswerBytes) chunks.push(chunk)
          })
          answer.once('error', reject)
          answer.once('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          )
        },
      )
      posted.once('timeout', () => posted.destroy(new Error(`no answer for ${timeoutMs / 1_000} s`)))
      posted.once('error', reject)
      posted.cork()
      for (const part of body) posted.write(part)
      posted.end()
    })
  }
}

/** The number of refused documents in an answer of Elasticsearch's _bulk. */
function refusedItems(text: string): number {
  if (!text.includes('"errors":true')) return 0
  try {
    // The shape of _bulk answers; anything else counts as no refusal.
    const { items = [] } = JSON.parse(text) as { items?: { create?: { status?: number } }[] }
    return items.filter(({ create }) => (create?.status ?? 200) >= 300).length
  } catch {
    return 0
  }
}
