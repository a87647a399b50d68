import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './interface.ts'
import { fetchFrom, type Service } from './request.ts'

/** Options of a client (`new Millrace(…)`). */
export interface MillraceOptions extends Service {
  /** The key of a USER or INGEST token. */
  token: string
  /** Time for one request. Default: one minute, and five minutes for /api/sql. */
  timeoutMs?: number
}

/** Every operation of the interface, with the types of interface.ts. */
export type Api = Client<paths, 'application/json'>

/**
 * SQL statements wait for their turn before they run. Node's fetch ends a request without an answer after
 * this time, too.
 */
const defaultSqlTimeoutMs = 300_000

/** Makes the client of one service: a typed function for each operation, which `Millrace.api` offers. */
export function createApi({ url, token, timeoutMs }: MillraceOptions): Api {
  return createClient<paths, 'application/json'>({
    baseUrl: url.replace(/\/$/, ''),
    headers: { authorization: `token ${token}` },
    // A redirect would carry the token to another server, as in `request`.
    redirect: 'manual',
    fetch: sent => {
      const isSql = new URL(sent.url).pathname.endsWith('/api/sql')
      return fetchFrom(url, sent, timeoutMs ?? (isSql ? defaultSqlTimeoutMs : undefined))
    },
  })
}
