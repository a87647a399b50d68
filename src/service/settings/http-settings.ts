import { ownHostNames } from '../../api/auth/own-host.ts'
import type { ServerDeps } from '../../api/server-deps.ts'
import type { Settings } from '../../schema/settings/settings.ts'

/** The settings of connections, headers and callers that all HTTP servers of the service share. */
export function httpSettings(settings: Settings) {
  return {
    maxConnections: settings.httpMaxConnections,
    maxConnectionsPerAddress: settings.httpMaxPerAddress ?? Math.ceil(settings.httpMaxConnections / 2),
    answers: { maxBytes: settings.unreadAnswers },
    rateLimit: settings.rateLimit,
    trustedProxies: settings.trustedProxies,
    publicUrl: settings.publicUrl,
    hstsDays: settings.hstsDays,
    hstsSubdomains: settings.hstsSubdomains,
    ownHosts: ownHostNames(settings),
  } satisfies Partial<ServerDeps>
}
