import { isIP } from 'node:net'
import { hostname } from 'node:os'
import type { FastifyRequest } from 'fastify'
import { Fault } from '../../schema/fault.ts'
import { isLoopback } from '../http/client-address.ts'

/** The settings that say under which addresses and names this service is reached. */
interface HostSettings {
  /** The address on which it listens. */
  httpHost: string
  publicUrl?: string | undefined
  /** Further names, in lower case. */
  publicHosts: readonly string[]
}

/**
 * The host names by which browsers reach this service. undefined if they are unknown: the service does not
 * listen on a loopback address, and no setting names it.
 */
export function ownHostNames({
  httpHost,
  publicUrl,
  publicHosts,
}: HostSettings): ReadonlySet<string> | undefined {
  const isLocal = httpHost === 'localhost' || isLoopback(httpHost)
  if (!isLocal && publicUrl === undefined && publicHosts.length === 0) return undefined
  const publicName = publicUrl === undefined ? [] : [URL.parse(publicUrl)?.hostname ?? '']
  return new Set([hostname(), ...publicName, ...publicHosts].map(name => name.toLowerCase()))
}

/**
 * Throws permission_denied for a host name that is not ours. A page of another site whose name was made to
 * resolve to us (DNS rebinding) would otherwise have our origin. Addresses, `localhost` and names without a
 * dot count as ours: no other site is reached by them.
 */
export function requireOwnHost(request: FastifyRequest, names: ReadonlySet<string> | undefined): void {
  if (names === undefined) return
  const name = hostnameOf(request)
  if (isIP(name) !== 0 || !name.includes('.') || name.endsWith('.localhost') || names.has(name)) return
  throw new Fault('permission_denied', {
    detail: `${name.slice(0, 253)} is not a host name of this service: MILLRACE_PUBLIC_URL and MILLRACE_PUBLIC_HOSTS say which are.`,
  })
}

/** In lower case, without port, brackets and trailing dot. */
function hostnameOf({ host }: FastifyRequest): string {
  const name = /^\[[^\]]*\]/.exec(host)?.[0].slice(1, -1) ?? host.replace(/:\d*$/, '')
  return name.toLowerCase().replace(/\.$/, '')
}
