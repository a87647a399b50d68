import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import websocket from '@fastify/websocket'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  LogController,
  type RawServerDefault,
} from 'fastify'
import { jsonOf } from '../query/json.ts'
import { Fault } from '../schema/fault.ts'
import { zoneNamed } from '../time/zone.ts'
import type { App } from './app.ts'
import { answerBrokenRequest, requireHost } from './http/broken-request.ts'
import { refuseWhileClosing } from './http/closing.ts'
import { faultOf, installErrors, sendFault } from './http/errors.ts'
import { installHeaders, installNoStore } from './http/headers.ts'
import { collectRoutes, installNotFound } from './http/not-found.ts'
import { registerInterface } from './interface.ts'
import { refuseOtherHandshakes } from './live/handshake.ts'
import { maxFrameBytes } from './live/routes.ts'
import { isPageRequest, sendPage, servePage } from './page.ts'
import type { ServerDeps } from './server-deps.ts'

/** Tokens whose requests are counted at once; past it the one seen longest ago starts anew. */
const maxCountedTokens = 10_000

/** Seconds; a request that is not in by then is ended. */
const requestTimeoutSeconds = 120
const headersTimeoutSeconds = 20

/** The HTTP server with all its routes. The caller listens, and closes it. */
export async function buildServer(deps: ServerDeps): Promise<App> {
  const zone = zoneNamed(deps.timezone)
  if (zone === undefined) throw new Error(`there is no time zone ${deps.timezone}`)
  const options: FastifyHttpOptions<RawServerDefault, FastifyBaseLogger> = {
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: deps.trustedProxies.length > 0 ? [...deps.trustedProxies] : false,
    requestTimeout: requestTimeoutSeconds * 1000,
    // Answers are not trimmed by their schemas: these describe them, and tests hold them to it.
    schemaController: {
      // Bytes are sent as they are; the type tells of texts alone.
      compilersFactory: { buildSerializer: () => () => jsonOf as (value: unknown) => string },
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    return503OnClosing: false,
    http: {
      headersTimeout: headersTimeoutSeconds * 1000,
      // Ours to refuse (requireHost), since Node would answer without a body.
      requireHostHeader: false,
      // Other upgrades (h2c) are offers, which may be left unanswered.
      shouldUpgradeCallback: request => request.headers.upgrade?.toLowerCase() === 'websocket',
    },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      sendFault(faultOf(error, request) ?? new Fault('internal'), request, reply)
    },
  }
  const app: App = Fastify(options).withTypeProvider<TypeBoxTypeProvider>()

  // No route takes QUERY; as a method with a body it would be refused for want of a Content-Type before it is not found.
  app.addHttpMethod('QUERY', { overrideExisting: true })
  const routes = collectRoutes(app)
  requireHost(app)
  refuseWhileClosing(app)
  installErrors(app)
  installNoStore(app)
  await installHeaders(app)
  await app.register(cookie)
  await app.register(rateLimit, { global: false, cache: maxCountedTokens })
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
