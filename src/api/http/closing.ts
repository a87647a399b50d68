import { Fault } from '../../schema/fault.ts'
import type { App } from '../app.ts'

/** Answers 503 to requests on open connections while the server closes, so that clients go elsewhere. */
export function refuseWhileClosing(app: App): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onRequest', async () => {
    if (closing) throw new Fault('starting', { retryAfter: 5 })
  })
}
