import type { App } from '../app.ts'

/** Minimum time between log lines about refused connections. */
const logIntervalMs = 60_000

/** Closes new connections beyond the maximum, and logs their number. */
export function limitConnections(app: App, maxConnections: number | undefined): void {
  if (maxConnections === undefined) return
  const { server } = app
  server.maxConnections = maxConnections
  let refusedCount = 0
  let loggedAt = Number.NEGATIVE_INFINITY
  server.on('drop', () => {
    refusedCount++
    const now = performance.now()
    if (now - loggedAt < logIntervalMs) return
    app.log.warn(
      { refused: refusedCount, maxConnections },
      'HTTP connections are refused: as many are open as may be (MILLRACE_HTTP_MAX_CONNECTIONS)',
    )
    refusedCount = 0
    loggedAt = now
  })
}
