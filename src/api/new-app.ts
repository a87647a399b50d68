import type { ServerOptions as HttpServerOptions } from 'node:http'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  LogController,
  type RawServerDefault,
} from 'fastify'
import { Fault } from '../schema/fault.ts'
import { jsonOf } from '../schema/text/json.ts'
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
import { collectRoutes, type RouteTable } from './http/errors/not-found.ts'
import { limitRegexes } from './http/validation/regex-budget.ts'
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

/** Settings of connections and headers. */
export type HttpDeps = Pick<
  ServerDeps,
  | 'answers'
  | 'certificates'
  | 'hstsDays'
  | 'hstsSubdomains'
  | 'log'
  | 'maxConnections'
  | 'maxConnectionsPerAddress'
  | 'publicUrl'
  | 'trustedProxies'
>

/** An HTTP server without routes, with the limits, headers and errors of all our servers. */
export async function newApp(deps: HttpDeps): Promise<{ app: App; routes: RouteTable }> {
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
  return { app, routes }
}
