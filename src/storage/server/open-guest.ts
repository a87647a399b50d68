import type { ServerOptions } from './clients.ts'
import { connections, ServerRunner } from './runner.ts'
import { Server } from './server.ts'
import { Topology } from './topology.ts'

const openTimeoutMs = 60_000

/** Runs statements on a server beside the Millrace that owns the store there. Rejects with a Fault when the server does not answer in time. */
export async function openGuestRunner(
  options: Pick<ServerOptions, 'address' | 'ca' | 'log'>,
): Promise<ServerRunner> {
  const server = new Server({ ...options, isReplicated: false }, connections)
  try {
    void server.health.check()
    await server.health.untilUp(undefined, openTimeoutMs)
    return new ServerRunner(new Topology([server], undefined), { cluster: undefined, isReplicated: false })
  } catch (error) {
    await server.close()
    throw error
  }
}
