import { setTimeout as sleep } from 'node:timers/promises'
import { buildIntakeServer } from '../../api/intake-server.ts'
import type { Certificates } from '../../ingest/listen/certificates.ts'
import type { Intake } from '../../ingest/worker/intake.ts'
import type { Identity } from '../../metadata/identity/identity.ts'
import type { Fault } from '../../schema/fault.ts'
import type { Settings } from '../../schema/settings/settings.ts'
import type { Log } from '../../telemetry/log.ts'
import { httpSettings } from '../settings/http-settings.ts'

/** Maximum time to close the server: bodies that are being received then are cut off. */
const closeMs = 3_000

interface IntakeServerOptions {
  settings: Settings
  log: Log
  certificates: Certificates | undefined
  identity: Identity
  intake: Intake
  /** The answer to requests that do not send events. */
  fault: () => Fault
}

/**
 * Receives events over HTTP while the start waits for the store. Resolves with the function that frees the
 * port. Rejects if it is in use.
 */
export async function openIntakeServer({
  settings,
  ...options
}: IntakeServerOptions): Promise<() => Promise<void>> {
  const server = await buildIntakeServer({
    ...httpSettings(settings),
    ...options,
    maxBodyBytes: settings.incomingLimit,
    maxTokenPercent: settings.incomingTokenShare,
    minRate: settings.minBodyRate,
  })
  await server.listen({ host: settings.httpHost, port: settings.httpPort })
  return async () => {
    await Promise.race([server.close(), sleep(closeMs, undefined, { ref: false })])
    server.server.closeAllConnections()
  }
}
