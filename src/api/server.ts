import websocket from '@fastify/websocket'
import { zoneNamed } from '../time/zone.ts'
import type { App } from './http/app.ts'
import { installNotFound } from './http/errors/not-found.ts'
import { registerInterface } from './interface.ts'
import { maxFrameBytes, refuseOtherHandshakes } from './live/routes.ts'
import { newApp } from './new-app.ts'
import { isPageRequest, sendPage, servePage } from './page/page.ts'
import type { ServerDeps } from './server-deps.ts'

/** Builds the HTTP server with all routes. The caller starts and closes it. */
export async function buildServer(deps: ServerDeps): Promise<App> {
  const zone = zoneNamed(deps.timezone)
  if (zone === undefined) throw new Error(`there is no time zone ${deps.timezone}`)
  const { app, routes } = await newApp(deps)
  await app.register(websocket, {
    options: { maxPayload: maxFrameBytes },
    errorHandler: (error, _socket, request) => request.log.debug({ err: error }, 'websocket ended badly'),
    preClose(done) {
      this.websocketServer.close()
      done()
    },
  })
  refuseOtherHandshakes(app)
  await app.register(async (api: App) => registerInterface(api, deps, zone))
  if (deps.webRoot !== undefined) await servePage(app, deps.webRoot)
  installNotFound(app, routes, (request, reply) =>
    deps.webRoot !== undefined && isPageRequest(request) ? sendPage(reply) : null,
  )
  return app
}
