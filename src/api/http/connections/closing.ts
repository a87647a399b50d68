import { Fault } from '../../../schema/fault.ts'
import type { App } from '../app.ts'

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
