import type { ServerOptions } from 'node:https'
import { Server as TlsServer } from 'node:tls'
import type { Certificates } from '../../../ingest/listen/certificates.ts'
import { daySeconds } from '../../../time/calendar-units.ts'
import type { App } from '../app.ts'

const handshakeTimeoutMs = 10_000
const certificateCheckMs = 10_000

/** Options of an HTTPS server. Versions and ciphers are Node's: TLS 1.2 and 1.3. */
export function httpsOptions({ context }: Certificates): ServerOptions {
  return { ...context, handshakeTimeout: handshakeTimeoutMs }
}

/** Reloads a server's certificate whenever its files are replaced; open connections keep the old one. */
export function followCertificates(app: App, certificates: Certificates): void {
  const timer = setInterval(() => void reloadCertificates(app, certificates), certificateCheckMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Reloads a server's certificate now if its files were replaced. */
export async function reloadCertificates(app: App, certificates: Certificates): Promise<void> {
  const { server } = app
  if ((await certificates.refresh()) && server instanceof TlsServer)
    server.setSecureContext(certificates.context)
}

/**
 * Tells browsers that connect over HTTPS to use only HTTPS for this number of days (RFC 6797), if the public
 * address is https. Includes subdomains if the operator says that they offer no http services.
 */
export function installStrictTransport(
  app: App,
  publicUrl: string | undefined,
  { days, withSubdomains }: { days: number; withSubdomains: boolean },
): void {
  if (days === 0 || publicUrl?.startsWith('https:') !== true) return
  const value = `max-age=${days * daySeconds}${withSubdomains ? '; includeSubDomains' : ''}`
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', value)
  })
}
