import type { Fault } from '../schema/fault.ts'
import { type GuardOptions, installGuard } from './auth/guard.ts'
import { requireAcceptable } from './http/answers/accept.ts'
import type { App } from './http/app.ts'
import { sendFault } from './http/errors/errors.ts'
import { installValidation } from './http/validation/validation.ts'
import { type IncomingDeps, incomingRoutes } from './incoming/routes.ts'
import { type HttpDeps, newApp } from './new-app.ts'

interface IntakeServerDeps
  extends HttpDeps,
    Omit<GuardOptions, 'nodes'>,
    Pick<IncomingDeps, 'intake' | 'maxBodyBytes' | 'maxTokenPercent' | 'minRate'> {
  /** The answer to all other requests. */
  fault: () => Fault
}

/**
 * Builds the HTTP server of a start that waits for the store: it receives events, and answers all other
 * requests with a fault. The caller starts and closes it.
 */
export async function buildIntakeServer(deps: IntakeServerDeps): Promise<App> {
  const { fault, intake, maxBodyBytes, maxTokenPercent, minRate } = deps
  const { app } = await newApp(deps)
  await app.register(async (scope: App) => {
    requireAcceptable(scope)
    installGuard(scope, deps)
    installValidation(scope)
    const queryService = { answerPartially: () => Promise.reject(fault()) }
    await incomingRoutes(scope, { intake, queryService, maxBodyBytes, maxTokenPercent, minRate })
  })
  app.setNotFoundHandler((request, reply) => sendFault(fault(), request, reply))
  return app
}
