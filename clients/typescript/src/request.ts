import type { OpenSocket } from './live-socket.ts'
import { errorOf } from './millrace-error.ts'

/** The address of a service, and the token of the caller. */
export interface Service {
  /** Where the service is: http://127.0.0.1:8080. */
  url: string
  /** The key of a token. Only a login needs none. */
  token?: string
  /** Time for one request; default: a minute. */
  timeoutMs?: number
  /** Opens websockets of live results. Default: the WebSocket of the platform. */
  openSocket?: OpenSocket
}

/** One request to a service. */
export interface RequestParts {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the address of the service, with its query. */
  path: string
  /** A value for JSON. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal | undefined
  /** Time for the whole answer, instead of `Service.timeoutMs`. */
  timeoutMs?: number
}

const defaultTimeoutMs = 60_000

/**
 * Sends a request. Throws a MillraceError if the service answers with an error, an UnreachableError or a
 * TimeoutError if it does not answer, and the signal's reason if that aborts.
 */
export async function request(service: Service, parts: RequestParts): Promise<Response> {
  const { url, token } = service
  const { method = 'GET', path, body, headers, signal, timeoutMs = service.timeoutMs } = parts
  const sent = new Request(url.replace(/\/$/, '') + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `token ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // A redirect would carry the key to another place. It is an error with its status instead.
    redirect: 'manual',
    signal: signal ?? null,
  })
  const answer = await fetchFrom(url, sent, timeoutMs)
  if (answer.ok) return answer
  throw errorOf(answer, parseJson(await textOf(url, answer)))
}

/** The JSON of an answer; undefined for an empty one. Throws as `request` does. */
export async function requestJson<Answer>(service: Service, parts: RequestParts): Promise<Answer> {
  const answer = await request(service, parts)
  // The service answers as its description says.
  return parseJson(await textOf(service.url, answer)) as Answer
}

/** The text of an answer. Throws an UnreachableError if the connection ends before it is complete. */
async function textOf(url: string, answer: Response): Promise<string> {
  try {
    return await answer.text()
  } catch (error) {
    // Any other error is the reason of the aborted signal.
    if (!(error instanceof TypeError)) throw error
    throw new UnreachableError(`${url} ended its answer too soon`, { cause: error })
  }
}

/** The value of a JSON text. Returns other texts as they are: a proxy may answer with HTML. */
function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

/** A service that cannot be reached, or a connection to it that ended. A later attempt may succeed. */
export class UnreachableError extends TypeError {}

/**
 * As `fetch`, with a time limit. Errors name `url`, the address of the service: a program may use several,
 * and the error `fetch failed` of Node names none.
 */
export async function fetchFrom(url: string, sent: Request, timeoutMs = defaultTimeoutMs): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    return await fetch(sent, { signal: AbortSignal.any([sent.signal, timeout]) })
  } catch (error) {
    // The caller knows why it ended its request.
    if (sent.signal.aborted) throw error
    if (timeout.aborted) throw new DOMException(`${url} did not answer in time`, 'TimeoutError')
    const reason = error instanceof Error ? (error.cause ?? error) : error
    // For a host name with several addresses, Node's error has a code but no message.
    const code = reason instanceof Error && 'code' in reason ? String(reason.code) : ''
    const text = reason instanceof Error ? reason.message || code : String(reason)
    throw new UnreachableError(`${url} does not answer: ${text}`, { cause: error })
  }
}
