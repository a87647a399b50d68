import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './interface.ts'

export interface MillraceOptions {
  /** Where the service is: http://127.0.0.1:8080. */
  url: string
  /** The key of a token. */
  token: string
  /** Time for one request, by default a minute, and five for /api/sql. */
  timeoutMs?: number
}

/** Every operation of the interface, typed by its description. */
export type Api = Client<paths, 'application/json'>

/** What the parts of the client share. */
export interface Connection {
  options: MillraceOptions
  api: Api
}

const defaultTimeoutMs = 60_000
/**
 * A statement waits for its turn before it runs. The fetch of Node ends requests after as much without an
 * answer.
 */
const defaultSqlTimeoutMs = 300_000

export function connect(options: MillraceOptions): Connection {
  const { url, token, timeoutMs } = options
  const timeoutOf = (address: string) =>
    timeoutMs ?? (new URL(address).pathname.endsWith('/api/sql') ? defaultSqlTimeoutMs : defaultTimeoutMs)
  const api = createClient<paths, 'application/json'>({
    baseUrl: url.replace(/\/$/, ''),
    headers: { authorization: `token ${token}` },
    // A redirect would carry the key to another place. It is an error with its status instead.
    redirect: 'manual',
    fetch: async request => {
      const timeout = AbortSignal.timeout(timeoutOf(request.url))
      try {
        return await fetch(request, { signal: AbortSignal.any([request.signal, timeout]) })
      } catch (error) {
        // The caller knows why it ended its request.
        if (request.signal.aborted) throw error
        throw unanswered(url, error)
      }
    },
  })
  return { options, api }
}

/** A service that cannot be reached, or a connection to it that ended. A later attempt may succeed. */
export class UnreachableError extends TypeError {}

/**
 * An error of the network with the address in it: a program may have several, and `fetch failed` names none.
 */
function unanswered(url: string, error: unknown): Error {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new DOMException(`${url} did not answer in time`, 'TimeoutError')
  const reason = error instanceof Error ? (error.cause ?? error) : error
  // Of a name with several addresses the error of each is inside, and there is no message.
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : ''
  const text = reason instanceof Error ? reason.message || code : String(reason)
  return new UnreachableError(`${url} does not answer: ${text}`, { cause: error })
}
