import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './interface.ts'
import { fetchFrom, type Service } from './request.ts'

export interface MillraceOptions extends Service {
  token: string
  /** Time for one request, by default a minute, and five for /api/sql. */
  timeoutMs?: number
}

/** Every operation of the interface, typed by its description. */
export type Api = Client<paths, 'application/json'>

/**
 * A statement waits for its turn before it runs. The fetch of Node ends requests after as much without an
 * answer.
 */
const defaultSqlTimeoutMs = 300_000

export function connect({ url, token, timeoutMs }: MillraceOptions): Api {
  return createClient<paths, 'application/json'>({
    baseUrl: url.replace(/\/$/, ''),
    headers: { authorization: `token ${token}` },
    // As in `request`.
    redirect: 'manual',
    fetch: sent => {
      const isSql = new URL(sent.url).pathname.endsWith('/api/sql')
      return fetchFrom(url, sent, timeoutMs ?? (isSql ? defaultSqlTimeoutMs : undefined))
    },
  })
}
