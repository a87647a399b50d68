import { Fault } from '../../schema/fault.ts'
import type { App } from '../app.ts'

/** Requests that still come in on open connections while the server closes are refused, so that they go elsewhere. */
export function refuseWhileClosing(app: App): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onRequest', async () => {
    if (closing) throw new Fault('starting', { retryAfter: 5 })
  })
}
