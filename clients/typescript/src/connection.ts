import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './interface.ts'

export interface MillraceOptions {
  /** Where the service is: http://127.0.0.1:8080. */
  url: string
  /** The key of a token. */
  token: string
  /** Time for one request, by default a minute. */
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

export function connect(options: MillraceOptions): Connection {
  const { url, token, timeoutMs = defaultTimeoutMs } = options
  const api = createClient<paths, 'application/json'>({
    baseUrl: url.replace(/\/$/, ''),
    headers: { authorization: `token ${token}` },
    redirect: 'error',
    fetch: request =>
      fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]) }),
  })
  return { options, api }
}
