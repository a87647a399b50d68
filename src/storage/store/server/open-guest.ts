import type { ServerOptions } from '../../clients/server/clients.ts'
import { untilKnown } from '../../clients/server/known-servers.ts'
import { connections, ServerRunner } from '../../clients/server/runner.ts'
import { Server } from '../../clients/server/server.ts'
import { Topology } from '../../clients/server/topology.ts'
import type { ServersOptions } from './open.ts'

/**
 * Runs statements on servers next to the Millrace that owns the store there. Rejects with a Fault or an
 * UnsuitableServerError when a server does not answer in time, or its configuration differs from the others.
 */
export async function openGuestRunner({
  addresses,
  cluster,
  isReplicated = false,
  ...options
}: Pick<ServerOptions, 'ca' | 'log'> &
  Pick<ServersOptions, 'addresses' | 'cluster' | 'isReplicated'>): Promise<ServerRunner> {
  const servers = addresses.map(address => new Server({ ...options, address, isReplicated }, connections))
  try {
    const topology = new Topology(servers, cluster)
    await untilKnown(topology)
    return new ServerRunner(topology, { cluster, isReplicated })
  } catch (error) {
    await Promise.all(servers.map(server => server.close()))
    throw error
  }
}
