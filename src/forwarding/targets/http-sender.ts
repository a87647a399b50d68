import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { exchange, hostOf, type OutgoingAnswer } from '../../outgoing/exchange.ts'
import type { CheckedAddress } from '../../outgoing/outgoing-guard.ts'
import { DeliveryError, withoutNodeHint } from './delivery.ts'

const timeoutMs = 30_000
/** Maximum characters of an answer in an error. */
const shownAnswer = 300
const compress = promisify(gzip)

export interface HttpOptions {
  url: string
  verify_tls?: boolean
  ca?: string
  compress?: boolean
  /** Of an answer; default: 64 KiB. */
  maxAnswerBytes?: number
}

/** Sends requests to one server over one kept connection. */
export class HttpSender {
  readonly #options: HttpOptions
  readonly #addresses: readonly CheckedAddress[]
  readonly #agent: HttpAgent | HttpsAgent

  /** `addresses`: of the host of the URL. */
  constructor(options: HttpOptions, addresses: readonly CheckedAddress[]) {
    this.#options = options
    this.#addresses = addresses
    const settings = { keepAlive: true, maxSockets: 1 }
    const isTls = new URL(options.url).protocol === 'https:'
    this.#agent = isTls ? new HttpsAgent(settings) : new HttpAgent(settings)
  }

  /**
   * Posts a body. Rejects with a DeliveryError when there is no answer, and for a status that says to try
   * again. `path`: instead of the path of the URL.
   */
  async post(
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
    path?: string,
  ): Promise<OutgoingAnswer> {
    const { url: text, verify_tls = true, ca, maxAnswerBytes } = this.#options
    const url = path === undefined ? new URL(text) : new URL(path, text)
    const isCompressed = this.#options.compress === true
    const bytes = isCompressed ? await compress(body) : Buffer.from(body)
    const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const answer = await exchange(
      {
        method: 'POST',
        url,
        headers: { ...headers, ...(isCompressed && { 'Content-Encoding': 'gzip' }) },
        body: bytes,
        verifyTls: verify_tls,
        ca,
        agent: this.#agent,
        maxAnswerBytes,
      },
      this.#addresses,
      ended,
    ).catch(cause => {
      signal.throwIfAborted()
      const reason = ended.aborted ? `no answer within ${timeoutMs / 1_000} seconds` : messageOf(cause)
      throw new DeliveryError(`${hostOf(url)} did not answer: ${reason}.`, { cause })
    })
    // The receiver is busy, does not know (yet) who asks, or is set up elsewhere (404, redirects): the events
    // may be taken later.
    const isTemporary = [401, 403, 404, 407, 408, 425, 429].includes(answer.status) || answer.status >= 500
    if (isTemporary || (answer.status >= 300 && answer.status < 400)) throw failureOf(answer)
    return answer
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** The error for an answer that means that events must be sent again. */
export function failureOf(answer: OutgoingAnswer): DeliveryError {
  return new DeliveryError(describeAnswer(answer), { retryAfter: secondsOf(answer.retryAfter) })
}

/** An answer in words: `The destination answered 403: Invalid token`. */
export function describeAnswer({ status, body }: Pick<OutgoingAnswer, 'status' | 'body'>): string {
  const text = body.trim().replace(/\s+/g, ' ').slice(0, shownAnswer)
  return `The destination answered ${status}${text === '' ? '' : `: ${text}`}`
}

/** `Retry-After` in seconds (RFC 9110 section 10.2.3): a number, or a date. */
function secondsOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1_000)
}

function messageOf(error: unknown): string {
  return withoutNodeHint(error instanceof Error ? error.message : String(error))
}
