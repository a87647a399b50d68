import { setTimeout as sleep } from 'node:timers/promises'
import { isUp } from './runner.ts'
import type { Server } from './server.ts'
import { type Topology, UnsuitableServerError } from './topology.ts'

/** From this version on, SQL and indexes behave as in the embedded engine. */
const minVersion = [26, 7] as const
const openTimeoutMs = 60_000
/** A start that may lack shards waits this long for them once a server has answered. */
const shardPatienceMs = 3_000

/**
 * Waits until a server of each shard answers, and its version and its place in the cluster are checked. With
 * `mayLackShards`, other shards are not waited for much longer than for the first, if it is certain which
 * servers are theirs. Rejects with a Fault or an UnsuitableServerError that names a server.
 */
export async function waitForServers(topology: Topology, mayLackShards = false): Promise<void> {
  const { servers, cluster } = topology
  const [first] = servers
  if (first === undefined || (cluster === undefined && servers.length > 1))
    throw new UnsuitableServerError(
      'MILLRACE_CLICKHOUSE_URL has several servers: MILLRACE_CLICKHOUSE_CLUSTER must name their cluster',
    )
  const located = servers.map(async server => {
    // Starts the pings.
    void server.health.check()
    await server.health.untilUp(undefined, openTimeoutMs)
    await checkVersion(server)
    await topology.locate(server)
  })
  const all = Promise.allSettled(located)
  if (mayLackShards) {
    const refused = Promise.withResolvers<never>()
    refused.promise.catch(() => {})
    for (const one of located)
      one.catch(error => error instanceof UnsuitableServerError && refused.reject(error))
    const some = Promise.any(located).then(() => sleep(shardPatienceMs, undefined, { ref: false }))
    const isLate = await Promise.race([
      refused.promise,
      all.then(() => false),
      some.then(
        () => true,
        () => false,
      ),
    ])
    if (isLate && !topology.shards.every(isUp) && topology.assumePlaces()) return topology.checkComplete()
  }
  const outcomes = await all
  // An unsuitable server is an error of the configuration, and fails every start.
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && outcome.reason instanceof UnsuitableServerError) throw outcome.reason
  }
  // A replica may be missing, a whole shard may not.
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
  const [minMajor, minMinor] = minVersion
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return
  throw new UnsuitableServerError(
    `the ClickHouse server ${server.name} has version ${version}; ${minVersion.join('.')} or newer is needed`,
  )
}
