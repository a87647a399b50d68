import { setTimeout as sleep } from 'node:timers/promises'
import { isUp } from './runner.ts'
import type { Server } from './server.ts'
import { type Topology, UnsuitableServerError } from './topology.ts'

/** From this version on, SQL and indexes behave as in the embedded engine. */
const minVersion = [26, 7] as const
const openTimeoutMs = 60_000
/** How long a start that may lack shards waits for them once a server has answered. */
const shardTimeoutMs = 3_000

/**
 * Waits up to a minute for all servers, and checks their versions and their places in the cluster; then a
 * replica may be missing, a whole shard may not. With `mayLackShards`, waits only some seconds after the
 * first server, if each shard has one by then or the places of the others are certain. Rejects with a Fault
 * or an UnsuitableServerError that names a server.
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
  if (mayLackShards && (await isAnyLate(located))) {
    if (topology.shards.every(isUp) || topology.assumePlaces()) return topology.checkComplete()
  }
  const outcomes = await Promise.allSettled(located)
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

/**
 * Whether a server is still unknown `shardTimeoutMs` after the first one was located. Rejects at once with
 * the error of an unsuitable server.
 */
async function isAnyLate(located: readonly Promise<void>[]): Promise<boolean> {
  const unsuitable = Promise.withResolvers<never>()
  unsuitable.promise.catch(() => {})
  for (const one of located)
    one.catch(error => error instanceof UnsuitableServerError && unsuitable.reject(error))
  const allKnown = Promise.allSettled(located).then(() => false)
  const timeIsOver = Promise.any(located).then(
    () => sleep(shardTimeoutMs, true, { ref: false }),
    () => false,
  )
  return await Promise.race([unsuitable.promise, allKnown, timeIsOver])
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
