import type { ServerOptions as HttpServerOptions } from 'node:http'
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
import { Fault } from '../schema/fault.ts'
import { jsonOf } from '../schema/text/json.ts'
import { zoneNamed } from '../time/zone.ts'
import type { App } from './http/app.ts'
import { ignoreBodies } from './http/bodies/bodies.ts'
import { installClientGone } from './http/connections/client-gone.ts'
import {
  closeUnusedConnections,
  limitConnections,
  refuseWhileClosing,
} from './http/connections/connections.ts'
import { installHeaders, installNoStore } from './http/connections/headers.ts'
import { followCertificates, httpsOptions, installStrictTransport } from './http/connections/https.ts'
import { answerBounds, boundWaitingAnswers } from './http/connections/waiting-answers.ts'
import { answerBrokenRequest, requireHost } from './http/errors/broken-request.ts'
import { faultOf, installErrors, sendFault } from './http/errors/errors.ts'
import { collectRoutes, installNotFound } from './http/errors/not-found.ts'
import { limitRegexes } from './http/validation/regex-budget.ts'
import { registerInterface } from './interface.ts'
import { maxFrameBytes, refuseOtherHandshakes } from './live/routes.ts'
import { isPageRequest, sendPage, servePage } from './page/page.ts'
import type { ServerDeps } from './server-deps.ts'

/** Maximum tokens whose request rate is counted. Beyond it the least recently used count is dropped. */
const maxCountedTokens = 10_000

/** Maximum time for receiving a request, with its body. */
export const requestTimeoutSeconds = 120
export const headersTimeoutSeconds = 20

const httpOptions: HttpServerOptions = {
  headersTimeout: headersTimeoutSeconds * 1000,
  // By default Node looks every 30 s: headers could take 50 s.
  connectionsCheckingInterval: 5_000,
  // requireHost answers with a body; Node would not.
  requireHostHeader: false,
  // Ignores other upgrades (h2c).
  shouldUpgradeCallback: request => request.headers.upgrade?.toLowerCase() === 'websocket',
}

/** Builds the HTTP server with all routes. The caller starts and closes it. */
export async function buildServer(deps: ServerDeps): Promise<App> {
  const zone = zoneNamed(deps.timezone)
  if (zone === undefined) throw new Error(`there is no time zone ${deps.timezone}`)
  const options: FastifyHttpOptions<RawServerDefault, FastifyBaseLogger> = {
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: deps.trustedProxies.length > 0 ? [...deps.trustedProxies] : false,
    requestTimeout: requestTimeoutSeconds * 1000,
    // Schemas describe answers without filtering them; tests check answers against their schemas.
    schemaController: {
      // jsonOf returns a Buffer for some values. Fastify sends it unchanged, but its type allows only
      // strings.
      compilersFactory: { buildSerializer: () => () => jsonOf as (value: unknown) => string },
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    return503OnClosing: false,
    ...(deps.certificates === undefined
      ? { http: httpOptions }
      : { https: { ...httpOptions, ...httpsOptions(deps.certificates) } }),
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      sendFault(faultOf(error, request) ?? new Fault('internal'), request, reply)
    },
  }
  const app: App = Fastify(options).withTypeProvider<TypeBoxTypeProvider>()

  // No route accepts QUERY. Without this, Fastify would answer 415 for its body, instead of 404 or 405.
  app.addHttpMethod('QUERY', { overrideExisting: true })
  const routes = collectRoutes(app)
  ignoreBodies(app)
  limitConnections(app, {
    max: deps.maxConnections,
    maxPerAddress: deps.maxConnectionsPerAddress,
    trustedProxies: deps.trustedProxies,
  })
  installClientGone(app)
  requireHost(app)
  refuseWhileClosing(app)
  closeUnusedConnections(app)
  installErrors(app)
  limitRegexes(app)
  boundWaitingAnswers(app, { ...answerBounds, ...deps.answers })
  installNoStore(app)
  await installHeaders(app)
  installStrictTransport(app, deps.publicUrl, {
    days: deps.hstsDays ?? 0,
    withSubdomains: deps.hstsSubdomains ?? false,
  })
  if (deps.certificates !== undefined) followCertificates(app, deps.certificates)
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
