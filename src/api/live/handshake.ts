import { Fault } from '../../schema/fault.ts'
import type { App } from '../app.ts'

/** The one path of websockets. */
export const livePath = '/ws/live-updates'

/** Answers 404 to a handshake at any other path, where @fastify/websocket would open a connection and close it. */
export function refuseOtherHandshakes(app: App): void {
  app.addHook('onRequest', async request => {
    if (request.ws && request.routeOptions.url !== livePath) throw new Fault('not_found')
  })
}
