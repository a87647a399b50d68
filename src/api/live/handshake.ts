import { Fault } from '../../schema/fault.ts'
import type { App } from '../app.ts'

/** The one address of websockets. */
export const livePath = '/ws/live-updates'

/** Refuses the handshake of a websocket anywhere else with 404; the plugin would open a connection at any address with a GET and close it. */
export function refuseOtherHandshakes(app: App): void {
  app.addHook('onRequest', async request => {
    if (request.ws && request.routeOptions.url !== livePath) throw new Fault('not_found')
  })
}
