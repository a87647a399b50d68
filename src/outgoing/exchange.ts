import { type Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { type Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { CheckedAddress } from './outgoing-guard.ts'

/** One request to one URL. Redirects are not followed. */
export interface OutgoingRequest {
  method: 'GET' | 'POST'
  url: URL
  headers: Readonly<Record<string, string>>
  body?: Buffer
  /** false: accepts any certificate. */
  verifyTls: boolean
  /** Certificate authorities in PEM; absent: the ones that Node.js trusts. */
  ca?: string | undefined
  /** Keeps connections for further requests to the same addresses; absent: each has its own connection. */
  agent?: HttpAgent | HttpsAgent
  /** Maximum bytes read of an answer; then the connection is closed. Default: 64 KiB. */
  maxAnswerBytes?: number | undefined
}

export interface OutgoingAnswer {
  status: number
  /** The `Location` of a redirect. */
  location: string | undefined
  /** The header `Retry-After`. */
  retryAfter: string | undefined
  /** The first `maxAnswerBytes`, as text. */
  body: string
}

const defaultAnswerBytes = 65_536
const maxHeaderBytes = 16_384

/** Sends a request to these addresses of its host and to no others. */
export function exchange(
  { method, url, headers, body, verifyTls, ca, agent, maxAnswerBytes = defaultAnswerBytes }: OutgoingRequest,
  addresses: readonly CheckedAddress[],
  signal: AbortSignal,
): Promise<OutgoingAnswer> {
  const isTls = url.protocol === 'https:'
  const host = hostOf(url)
  const options = {
    method,
    host,
    port: url.port || (isTls ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, Host: url.host, ...(body && { 'Content-Length': body.length }) },
    // By default no pool: the addresses of an earlier connection were checked for an earlier request only.
    agent: agent ?? (false as const),
    lookup: pinnedTo(addresses),
    autoSelectFamily: true,
    maxHeaderSize: maxHeaderBytes,
    signal,
  }
  const { promise, resolve, reject } = Promise.withResolvers<OutgoingAnswer>()
  const request = isTls
    ? requestHttps({ ...options, rejectUnauthorized: verifyTls, ...(ca !== undefined && { ca }) })
    : requestHttp(options)
  const fail = (error: unknown) => reject(withoutAddresses(error, `${host}:${options.port}`))
  request.on('error', fail)
  request.on('response', response => {
    readStart(response, maxAnswerBytes).then(
      text =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location,
          retryAfter: response.headers['retry-after'],
          body: text,
        }),
      fail,
    )
  })
  // Without this listener, a receiver that switches to another protocol would end the request with no event
  // but `close`, and the promise would never settle.
  request.on('upgrade', (response, socket) => {
    socket.destroy()
    resolve({ status: response.statusCode ?? 0, location: undefined, retryAfter: undefined, body: '' })
  })
  request.end(body)
  return promise
}

/** The host of a URL, an IPv6 address without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

/** Answers every lookup with the addresses that were checked, as dns.lookup does. */
function pinnedTo(addresses: readonly CheckedAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family ?? 0)
  }
}

/** The first bytes of an answer, as text. */
async function readStart(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, maxBytes - bytes))
    bytes += chunk.length
    // Leaving the loop destroys the connection.
    if (bytes >= maxBytes) break
  }
  return Buffer.concat(chunks).toString()
}

/**
 * A connection error that names the host of the URL instead of the address it resolved to, as in `connect
 * ECONNREFUSED 10.0.0.1:80`.
 */
export function withoutAddresses(error: unknown, target: string): unknown {
  // An AggregateError has one error for each address that was tried.
  const [first = error] = error instanceof AggregateError ? error.errors : []
  if (!(first instanceof Error && 'address' in first && 'syscall' in first && 'code' in first)) return first
  return new Error(`${first.syscall} ${first.code} ${target}`)
}
