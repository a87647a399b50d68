import { Fault } from '../../../schema/fault.ts'
import type { App } from '../app.ts'

/** Minimum time between log lines about refused connections. */
const logIntervalMs = 60_000

/** Closes new connections beyond the maximum, and logs their number. */
export function limitConnections(app: App, maxConnections: number | undefined): void {
  if (maxConnections === undefined) return
  const { server } = app
  server.maxConnections = maxConnections
  let refused = 0
  let loggedAt = Number.NEGATIVE_INFINITY
  server.on('drop', () => {
    refused++
    const now = performance.now()
    if (now - loggedAt < logIntervalMs) return
    app.log.warn(
      { refused, maxConnections },
      'HTTP connections are refused: as many are open as may be (MILLRACE_HTTP_MAX_CONNECTIONS)',
    )
    refused = 0
    loggedAt = now
  })
}

/**
 * Answers 503 to requests on open connections while the server closes, so that clients use another server.
 */
export function refuseWhileClosing(app: App): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', async () => {
    if (isClosing) throw new Fault('starting', { retryAfter: 5 })
  })
}
