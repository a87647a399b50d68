import { isUp } from './runner.ts'
import type { Server } from './server.ts'
import { type Topology, UnsuitableServerError } from './topology.ts'

/** The oldest version whose statements and indexes equal the embedded engine's. */
const oldestVersion = [26, 7] as const
const openTimeoutMs = 60_000

/**
 * Resolves once each shard has a suitable server that answers. Rejects with a Fault or an
 * UnsuitableServerError that names a server.
 */
export async function untilKnown(topology: Topology): Promise<void> {
  const { servers, cluster } = topology
  const [first] = servers
  if (first === undefined || (cluster === undefined && servers.length > 1))
    throw new UnsuitableServerError(
      'MILLRACE_CLICKHOUSE_URL has several servers: MILLRACE_CLICKHOUSE_CLUSTER must name their cluster',
    )
  const outcomes = await Promise.allSettled(
    servers.map(async server => {
      void server.health.check()
      await server.health.untilUp(undefined, openTimeoutMs)
      await checkVersion(server)
      await topology.place(server)
    }),
  )
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && outcome.reason instanceof UnsuitableServerError) throw outcome.reason
  }
  // Replicas may be missing, shards may not.
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && (topology.shards.length === 0 || !topology.shards.every(isUp)))
      throw outcome.reason
  }
  topology.checkComplete()
}

/** Rejects with an UnsuitableServerError when a server is too old. */
export async function checkVersion(server: Server): Promise<void> {
  const [[version = ''] = []] = await server.select('SELECT version()')
  const [major = 0, minor = 0] = String(version).split('.').map(Number)
  const [oldestMajor, oldestMinor] = oldestVersion
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  throw new UnsuitableServerError(
    `the ClickHouse server ${server.name} has version ${version}; ${oldestVersion.join('.')} or newer is needed`,
  )
}
