import type { FastifyRequest, RouteOptions } from 'fastify'
import type { AuditLog } from '../../metadata/audit/audit-log.ts'
import { type AuditActor, type PendingEntry, runWithEntry } from '../../metadata/audit/pending-entry.ts'
import type { AuditResult } from '../../schema/people/audit.ts'
import { isObject } from '../../schema/text/json-object.ts'
import type { App } from '../http/app.ts'
import { clientAddressOf } from '../http/client-address.ts'
import { changingMethods } from '../http/methods.ts'
import { type AuditedRoute, auditedRoutes } from './audited-routes.ts'
import { objectOf, submittedMembers } from './describe.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's entry in the audit log; null: none yet, or already written. */
    auditEntry: PendingEntry | null
  }
  interface FastifyContextConfig {
    /** The action of the route in the audit log. Set by `installAudit`. */
    audited?: AuditedRoute
  }
}

/** The methods of the audit log that this folder calls. */
export type AuditRepository = Pick<AuditLog, 'begin' | 'finish' | 'list' | 'each'>

/**
 * Writes audit log entries for requests to routes that have an action in `auditedRoutes`. The first
 * transaction that commits while the handler runs also writes the entry (`PendingEntry`). The entry gets its
 * object and its result before the answer is sent. A request that fails has an entry only if such a
 * transaction had committed (`AuditLog.finish`). A body that validation refuses never reaches the handler, so
 * it has no entry. A request that is refused for lack of a permission has one if its caller is signed in.
 */
export function installAudit(app: App, audit: AuditRepository): void {
  app.decorateRequest('auditEntry', null)

  app.addHook('onRoute', route => {
    const audited = auditedRoute(route)
    if (audited === null) return
    route.config = { ...route.config, audited }
    const { handler } = route
    route.handler = function auditedHandler(request, reply) {
      const entry = beginEntry(audit, audited, request)
      request.auditEntry = entry
      return runWithEntry(entry, () => handler.call(this, request, reply))
    }
  })

  app.addHook('preSerialization', async (request, reply, payload) => {
    if (reply.statusCode < 400) request.auditEntry?.describe(objectOf(payload))
    return payload
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const { audited } = request.routeOptions.config
    if (audited === undefined) return payload
    const { statusCode } = reply
    const isRefused = statusCode === 403 || (statusCode === 401 && audited.action === 'login')
    if (request.auditEntry !== null) {
      const entry = request.auditEntry
      request.auditEntry = null
      let result: AuditResult = statusCode < 400 ? 'ok' : 'failed'
      if (isRefused || entry.isRefused) result = 'refused'
      await finish(audit, entry, result, request)
    } else if (isRefused && request.caller !== null && !request.isForwarded) {
      const { action, object } = audited
      // Without the id in the path, which nothing has looked up: the caller may have invented it.
      await audit.finish(audit.begin(actorOf(request), { action, object }), 'refused')
    }
    return payload
  })
}

/** The action of a route; null: no entry. Throws if a changing route is not in `auditedRoutes`. */
function auditedRoute({ method, url, config }: RouteOptions): AuditedRoute | null {
  for (const name of [method].flat()) {
    // Fastify adds a HEAD route to each GET route. It has no entry.
    if (name === 'HEAD') return null
    const declared = auditedRoutes[`${name} ${url}`]
    if (declared === undefined && (changingMethods.has(name) || config?.changes === true))
      throw new Error(`${name} ${url} is not in auditedRoutes: add its action, or why it has none`)
    if (declared !== undefined && 'action' in declared) return declared
  }
  return null
}

/**
 * Writes the result of a request into its entry. An error of this is logged. But if the request succeeded and
 * the audit log has no entry of it, the error is thrown and becomes the answer.
 */
async function finish(
  audit: AuditRepository,
  entry: PendingEntry,
  result: AuditResult,
  request: FastifyRequest,
): Promise<void> {
  const isWritten = entry.rowId !== undefined
  await audit.finish(entry, result).catch(error => {
    if (!isWritten && result === 'ok') throw error
    request.log.error({ err: error }, 'an entry of the audit log is incomplete')
  })
}

function beginEntry(audit: AuditRepository, { action, object }: AuditedRoute, request: FastifyRequest) {
  // The entry of a login has no member of the body: even the username may be a mistyped password.
  const changes = object === 'session' ? [] : submittedMembers(request.body)
  return audit.begin(actorOf(request), { action, object, objectId: keyOf(request), changes })
}

function actorOf(request: FastifyRequest): AuditActor {
  const { caller } = request
  const address = clientAddressOf(request)
  if (caller === null) return { user: null, credential: 'none', address }
  const { user, authenticatedBy: by } = caller
  return {
    user,
    address,
    ...('token' in by
      ? { credential: 'token', credentialId: String(by.token) }
      : { credential: 'session', credentialId: by.session }),
  }
}

/** The key of the object in the path. Routes of tokens also take a secret key there, which is left out. */
function keyOf({ params }: FastifyRequest): string | null {
  if (!isObject(params)) return null
  const { session, id, ev_id, qid, name, secret_key: token } = params
  const isId = typeof token === 'string' && /^\d{1,15}$/.test(token)
  const key = session ?? id ?? ev_id ?? qid ?? name ?? (isId ? token : undefined)
  return key === undefined ? null : String(key)
}
