import { ApiError, readApiError } from './api-error.ts'

/** The service answers a query within about a second. */
const timeoutMs = 30_000

/** Called for a 401. Set once at the start. */
let onSignedOut: () => void = () => {}

export function setSignedOutHandler(act: () => void): void {
  onSignedOut = act
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  signal?: AbortSignal | undefined
  /** The request outlives the page. */
  keepalive?: boolean
  /** A 401 does not end the session (login). */
  expects401?: boolean
}

/**
 * Sends a request to the service. The type of the answer is trusted: both sides are
 * built from the same declarations. Throws an ApiError for any answer that is not a success and for none at all;
 * an abort throws the signal's reason.
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  let response: Response
  let body: unknown
  try {
    response = await fetch(path, {
      method: options.method ?? 'GET',
      headers: {
        accept: 'application/json',
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      credentials: 'same-origin',
      keepalive: options.keepalive ?? false,
      signal,
    })
    body = parseBody(await response.text())
  } catch (cause) {
    options.signal?.throwIfAborted()
    const detail = timeout.aborted
      ? `The service did not answer within ${timeoutMs / 1000} s.`
      : 'The service cannot be reached.'
    throw new ApiError(0, 'unreachable', detail, { cause })
  }
  // Trusted: see above.
  if (response.ok) return body as T
  if (response.status === 401 && !options.expects401) onSignedOut()
  throw readApiError(response.status, body, response.headers.get('retry-after'))
}

/** The error that `request` would throw for a response. */
export async function responseError(response: Response, expects401 = false): Promise<ApiError> {
  if (response.status === 401 && !expects401) onSignedOut()
  return readApiError(response.status, parseBody(await response.text()), response.headers.get('retry-after'))
}

function parseBody(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    // A proxy may answer with HTML.
    return undefined
  }
}
