import type { FastifyRequest } from 'fastify'
import type { Caller, Permission } from '../../metadata/identity/identity.ts'
import type { ValueReader } from '../../query/dictionaries/recent-values.ts'
import type { Reader } from '../../query/query-service.ts'
import { readerWith } from '../../query/reader.ts'
import { Fault } from '../../schema/fault.ts'

/**
 * Who may call a route.
 * - `public`: everybody, without credentials.
 * - `caller`: everybody with a token, even an INGEST token, or with a session.
 * - `user`: a person (USER token or session).
 * - a permission: a person who holds it.
 */
export type Access = 'public' | 'caller' | 'user' | Permission

/** What authenticates a request. */
export type Credential = { kind: 'token'; secret: string } | { kind: 'session'; cookie: string }

/** Throws permission_denied if the caller may not call a route with this access. */
export function requireAccess(access: Access, caller: Caller): void {
  if (access === 'public' || access === 'caller') return
  if (caller.kind !== 'user') throw new Fault('permission_denied')
  if (access !== 'user') requirePermission(access, caller)
}

/** Throws permission_denied unless the caller holds the permission. */
export function requirePermission(permission: Permission, caller: Caller): void {
  if (!caller.permissions.has(permission)) throw new Fault('permission_denied')
}

/**
 * Throws permission_denied for a user who may see only some hosts. For answers that sum events of all hosts.
 */
export function requireAllHosts(request: FastifyRequest): void {
  const caller = callerOf(request)
  if (caller.kind === 'user' && !caller.hosts.includes('*')) throw new Fault('permission_denied')
}

/** The caller of a route that is not public. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Fault('not_authenticated')
  return request.caller
}

/** The caller as a reader of queries. */
export function readerOf(request: FastifyRequest): Reader {
  return readerWith(callerOf(request))
}

/** The caller as a reader of values and tags. */
export function valueReaderOf(request: FastifyRequest): ValueReader {
  const { user, hosts } = callerOf(request)
  return { userId: user.id, hosts }
}
