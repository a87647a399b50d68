import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Networks } from '../../ingest/listen/networks.ts'
import type { Caller } from '../../metadata/identity/identity.ts'
import { Fault } from '../../schema/fault.ts'
import { clientAddressOf } from '../http/client-address.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const maxSets = 1_000
/** Keyed by text: parsing a hundred networks per request would cost more than all other checks. */
const parsed = new LRUCache<string, Networks>({ max: maxSets })

/**
 * Throws permission_denied if the token does not allow this address, or is read-only and the request changes
 * something.
 */
export function requireLimits(request: FastifyRequest, { networks, readOnly }: Caller): void {
  if (networks !== undefined && !networksOf(networks).has(clientAddressOf(request))) {
    throw new Fault('permission_denied', { detail: 'This token is not accepted from this address.' })
  }
  if (readOnly === true && !allowsReadOnly(request)) {
    throw new Fault('permission_denied', { detail: 'This token reads only.' })
  }
}

function allowsReadOnly({ method, routeOptions: { config } }: FastifyRequest): boolean {
  return config.allowsReadOnly ?? (safeMethods.has(method) && config.changes !== true)
}

function networksOf(texts: readonly string[]): Networks {
  const key = texts.join(',')
  const known = parsed.get(key) ?? new Networks(texts)
  parsed.set(key, known)
  return known
}
