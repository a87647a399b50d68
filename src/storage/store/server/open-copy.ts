import { readFile } from 'node:fs/promises'
import { thrownText } from '../../../schema/thrown-text.ts'
import { Engine } from '../../clients/engine/engine.ts'
import type { ServerOptions } from '../../clients/server/clients.ts'
import { waitForServers } from '../../clients/server/known-servers.ts'
import { connections, ServerRunner } from '../../clients/server/runner.ts'
import { Server } from '../../clients/server/server.ts'
import { Topology } from '../../clients/server/topology.ts'
import { statementClient } from '../../clients/statement-client.ts'
import type { CopyEnds } from '../copy/copy-day.ts'
import { CopyError } from '../copy/copy-error.ts'
import { insertOnServers } from '../copy/staging-insert.ts'
import { migrate } from '../tables/migrate.ts'
import { type ServersOptions, serverMemoryBytes } from './open.ts'

interface CopyPlaces extends Pick<ServersOptions, 'addresses' | 'cluster' | 'isReplicated'> {
  /** Folder of the source engine's data. */
  folder: string
  /** Bytes that the engine may use. */
  memory: number
  caFile?: string | undefined
  log: (message: string) => void
  signal: AbortSignal
}

/**
 * Opens both ends of a copy: the folder, which no service may use, and the servers, which a service uses.
 * Migrates the tables in the folder to the current version.
 */
export async function openCopy({
  folder,
  memory,
  addresses,
  cluster,
  isReplicated = false,
  caFile,
  log,
  signal,
}: CopyPlaces): Promise<CopyEnds & AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const ca = caFile === undefined ? undefined : await readFile(caFile)
  const runner = await openGuestRunner({
    addresses,
    cluster,
    isReplicated,
    log,
    ...(ca !== undefined && { ca }),
  })
  opened.defer(() => runner.close())
  const engine = new Engine({ folder, memory, log })
  opened.defer(() => engine.close())
  await engine.open().catch(error => {
    const reason = thrownText(error)
    throw new CopyError(
      `The events in ${folder} cannot be opened; a Millrace without MILLRACE_CLICKHOUSE_URL must not run on them: ${reason}`,
    )
  })
  const source = statementClient(engine, memory)
  await migrate(source.shards[0])
  const target = statementClient(runner, serverMemoryBytes)
  const stack = opened.move()
  const weights = runner.topology.shards.map(({ weight }) => weight)
  const ends = { source, target, weights, insert: insertOnServers(runner), signal }
  return { ...ends, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/**
 * Runs statements on servers next to the Millrace that owns the store there. Rejects like waitForServers, and
 * with an UnsuitableServerError when the configuration of a server differs from the others.
 */
async function openGuestRunner({
  addresses,
  cluster,
  isReplicated = false,
  ...options
}: Pick<ServerOptions, 'ca' | 'log'> &
  Pick<ServersOptions, 'addresses' | 'cluster' | 'isReplicated'>): Promise<ServerRunner> {
  const servers = addresses.map(address => new Server({ ...options, address, isReplicated }, connections))
  try {
    const topology = new Topology(servers, cluster)
    await waitForServers(topology)
    return new ServerRunner(topology, { cluster, isReplicated })
  } catch (error) {
    await Promise.all(servers.map(server => server.close()))
    throw error
  }
}
