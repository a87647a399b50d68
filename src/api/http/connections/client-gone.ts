import type { App } from '../app.ts'

/** Sets `clientGone` of every request. Install it before hooks that answer. */
export function installClientGone(app: App): void {
  app.decorateRequest('clientGone')
  app.addHook('onRequest', (request, reply, next) => {
    const controller = new AbortController()
    reply.raw.once('close', () => controller.abort(new Error('the client is gone')))
    request.clientGone = controller.signal
    next()
  })
}
