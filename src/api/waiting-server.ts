import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Certificates } from '../ingest/listen/certificates.ts'
import type { Fault } from '../schema/fault.ts'
import { httpsOptions } from './http/connections/https.ts'
import { faultBody } from './http/errors/errors.ts'

const requestTimeoutMs = 10_000

interface WaitingServerOptions {
  host: string
  port: number
  certificates: Certificates | undefined
  maxConnections: number
  /** The answer to every request. */
  fault: () => Fault
}

/**
 * Answers every request with a fault, in place of the server of the interface, which cannot answer before
 * metadata and store are open. Resolves with the function that frees the port. Rejects if it is in use.
 */
export async function openWaitingServer({
  host,
  port,
  certificates,
  maxConnections,
  fault,
}: WaitingServerOptions): Promise<() => Promise<void>> {
  const answer: RequestListener = (_request, response) => {
    const current = fault()
    response.statusCode = current.status
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.setHeader('cache-control', 'no-store')
    if (current.retryAfter !== undefined) response.setHeader('retry-after', current.retryAfter)
    // Bodies are not read.
    response.setHeader('connection', 'close')
    response.end(JSON.stringify(faultBody(current)))
  }
  const timeouts = { headersTimeout: requestTimeoutMs, requestTimeout: requestTimeoutMs }
  const server =
    certificates === undefined
      ? createServer(timeouts, answer)
      : createTlsServer({ ...timeouts, ...httpsOptions(certificates) }, answer)
  server.maxConnections = maxConnections
  server.timeout = requestTimeoutMs
  const opened = Promise.withResolvers<void>()
  server.once('error', opened.reject)
  server.listen({ host, port }, opened.resolve)
  await opened.promise
  return () => closed(server)
}

function closed(server: Pick<Server, 'close' | 'closeAllConnections'>): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
