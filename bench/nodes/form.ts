import type { Client } from '../../scenarios/testing/client.ts'
import { Cluster } from '../../scenarios/testing/cluster.ts'
import { enginePid } from '../../scenarios/testing/engine-pid.ts'
import { Millrace } from '../../scenarios/testing/millrace.ts'
import { cpuSeconds, treeSeconds } from '../../scenarios/testing/process-group.ts'

/** CPU seconds since the start, by process. */
export interface Spent {
  /** The services themselves, without an engine. */
  nodes: number
  /** The engine or the ClickHouse servers. */
  engine: number
  postgres: number
}

/** One of the forms that Millrace runs in. */
export interface Form {
  readonly nodes: readonly Millrace[]
  /** A client for each node. */
  readonly clients: readonly [Client, ...Client[]]
  spent(): Spent
  remove(): Promise<void>
}

/** One process tree with its engine and a SQLite file. */
export async function startEmbedded(): Promise<Form> {
  const millrace = await Millrace.start()
  const engine = await enginePid(millrace)
  return {
    nodes: [millrace],
    clients: [millrace.client],
    spent: () => {
      const ofEngine = treeSeconds(engine)
      return { nodes: cpuSeconds(millrace.pid) - ofEngine, engine: ofEngine, postgres: 0 }
    },
    remove: () => millrace.remove(),
  }
}

/** Starts this many nodes on one PostgreSQL and on this many ClickHouse servers. */
export async function startNodes(nodes: number, shards: 1 | 2): Promise<Form> {
  const cluster = await Cluster.start({ nodes, shards })
  return {
    nodes: cluster.nodes,
    clients: cluster.clients,
    spent: () => ({
      nodes: sum(cluster.nodes.map(({ pid }) => cpuSeconds(pid))),
      engine: sum(cluster.servers.map(({ pid }) => treeSeconds(pid))),
      postgres: treeSeconds(cluster.postgres.pid),
    }),
    remove: () => cluster.remove(),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
