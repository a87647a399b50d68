import type { App } from '../app.ts'

/** Sets `clientGone` of every request. Install it before hooks that answer. */
export function installClientGone(app: App): void {
  app.decorateRequest('clientGone')
  app.addHook('onRequest', (request, reply, next) => {
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort(new Error('the client is gone')))
    request.clientGone = gone.signal
    next()
  })
}
