import type { Listener } from '../../schema/intake/listener.ts'
import { listenerKind } from './kinds.ts'
import type { BoundAddress } from './listeners.ts'
import type { ListenerSettings } from './settings.ts'

/**
 * Describes the bound listeners for the HTTP interface, in the order of the settings, without listeners whose
 * port was taken. `timezone`: the common zone of all listeners.
 */
export function boundListeners(
  settings: readonly ListenerSettings[],
  addresses: Readonly<Record<string, BoundAddress>>,
  timezone: string,
): Listener[] {
  return settings.flatMap(listener => {
    const address = addresses[listener.name]
    if (address === undefined) return []
    const isUnixSocket = address.path !== undefined
    return {
      name: listener.name,
      kind: listener.kind,
      transport: listenerKind(listener.kind).transport,
      host: isUnixSocket ? null : address.host,
      port: isUnixSocket ? null : address.port,
      path: address.path ?? null,
      tls: listener.tls !== undefined,
      client_certificates: listener.tls?.clientCertificates ?? 'none',
      timezone: listener.timezone ?? timezone,
      program: listener.program ?? null,
      tags: { ...listener.tags },
    }
  })
}
