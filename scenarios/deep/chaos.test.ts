import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CountProber } from '../testing/count-prober.ts'
import { CountWatcher } from '../testing/count-watcher.ts'
import { type ClusterNode, NodeCluster, type Part } from '../testing/node-cluster.ts'
import { NumberedLoad } from '../testing/numbered-load.ts'
import { faultsOfRows } from '../testing/numbered-rows.ts'
import { settledLedger } from '../testing/service-ledger.ts'
import type { TcpProxy } from '../testing/tcp-proxy.ts'
import { until } from '../testing/until.ts'

/** CHAOS_SECONDS=30: every part fails in every way, for this long. */
const isLong = process.env.CHAOS_SECONDS !== undefined
const seconds = Number(process.env.CHAOS_SECONDS ?? 1)
/** Between two faults. */
const restSeconds = isLong ? 5 : 0
/** Events a second. */
const rate = isLong ? 5_000 : 2_000

let cluster: NodeCluster
let loads: NumberedLoad[]
let prober: CountProber
let watchers: CountWatcher[]
const table: string[][] = []

beforeAll(async () => {
  cluster = await NodeCluster.start()
})
afterAll(async () => {
  await cluster?.remove()
})

interface Fault {
  name: string
  begin: () => Promise<void> | void
  end: () => Promise<void> | void
  /** Affected nodes; the others answer meanwhile. */
  nodes: readonly ClusterNode[]
}

const nodesOf = (part: Part) => {
  const own = cluster.nodes.filter(node => node === part)
  return own.length > 0 ? own : cluster.nodes
}
const killed = (part: Part): Fault => ({
  name: `${part.name} killed (-9), then started`,
  begin: () => part.kill(),
  end: () => part.start(),
  nodes: nodesOf(part),
})
const stopped = (part: Part): Fault => ({
  name: `${part.name} stopped (SIGSTOP)`,
  begin: () => part.suspend(),
  end: () => part.resume(),
  nodes: nodesOf(part),
})
const upgraded = (node: ClusterNode): Fault => ({
  name: `${node.name} ended (SIGTERM) and started, as for an upgrade`,
  begin: async () => expect(await node.millrace.stop()).toMatchObject({ signal: null }),
  end: () => node.start(),
  nodes: [node],
})
const cutOff = (node: ClusterNode, how: 'silence' | 'refuse', what: string, proxy: TcpProxy): Fault => ({
  name: `${node.name} and ${what}: ${how === 'silence' ? 'nothing passes' : 'connections are reset'}`,
  begin: () => proxy[how](),
  end: () => proxy.restore(),
  nodes: [node],
})

/** The short form has each kind of part and each way to fail once. */
function faults(): Fault[] {
  const { nodes, shards, postgres } = cluster
  const [berlin, paris, rome] = nodes
  if (!isLong)
    return [
      killed(berlin),
      stopped(paris),
      killed(shards[0]),
      stopped(postgres),
      cutOff(rome, 'refuse', 'PostgreSQL', rome.toPostgres),
      cutOff(berlin, 'silence', 'shard 2', berlin.toShards[1]),
      upgraded(paris),
    ]
  const parts: Part[] = [...nodes, ...shards, postgres]
  return [
    ...parts.flatMap(part => [killed(part), stopped(part)]),
    cutOff(rome, 'refuse', 'PostgreSQL', rome.toPostgres),
    cutOff(berlin, 'silence', 'PostgreSQL', berlin.toPostgres),
    cutOff(paris, 'refuse', 'shard 2', paris.toShards[1]),
    cutOff(rome, 'silence', 'shard 1', rome.toShards[0]),
    ...nodes.map(upgraded),
  ]
}

async function pass({ name, begin, end, nodes }: Fault): Promise<void> {
  const others = cluster.nodes.filter(node => !nodes.includes(node))
  const sent = () => loads.reduce((sum, load) => sum + load.sent, 0)
  const [since, sentBefore] = [performance.now(), sent()]
  await begin()
  const begun = performance.now()
  await setTimeout(seconds * 1_000)
  for (const other of others)
    await until(`answers of ${other.name}`, () => prober.answersSince(other.name, begun) > 0)
  await end()
  const ended = performance.now()
  const highest = prober.highest
  const isWell = (node: ClusterNode) => prober.answersSince(node.name, ended) > 0
  await until(`answers of all nodes after: ${name}`, () => cluster.nodes.every(isWell))
  const wellAfter = performance.now() - ended
  await until(`what watchers are shown after: ${name}`, () =>
    watchers.every(watcher => watcher.last >= highest),
  )
  const now = performance.now()
  const silence = (of: readonly ClusterNode[]) =>
    of.length === 0 ? '' : shown(Math.max(...of.map(node => prober.longestSilence([node.name], since, now))))
  const anyNode = prober.longestSilence(
    cluster.nodes.map(node => node.name),
    since,
    now,
  )
  const perSecond = ((sent() - sentBefore) * 1_000) / (now - since)
  table.push([name, shown(anyNode), silence(others), silence(nodes), shown(wellAfter), perSecond.toFixed(0)])
  expect(wrongAnswers(), name).toEqual([])
  await setTimeout(restSeconds * 1_000)
}

function wrongAnswers(): string[] {
  return [...prober.faults, ...watchers.flatMap(({ faults }) => faults)]
}

function shown(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`
}

test('whatever fails, acknowledged events are stored once, and no answer is wrong', {
  timeout: 1_800_000,
}, async () => {
  const { nodes } = cluster
  loads = nodes.map(
    ({ name, client, millrace }) =>
      new NumberedLoad({ name, client, tcp: () => millrace.address('syslog_tcp') }, rate / nodes.length),
  )
  prober = new CountProber(nodes, loads)
  watchers = nodes.map(node => new CountWatcher(node))
  await until('events', () => watchers.every(({ last }) => last > 0))
  try {
    for (const fault of faults()) await pass(fault)
    await Promise.all(loads.map(load => load.stop()))
    await prober.stop()
    const [stored] = await Promise.all(nodes.map(node => settledLedger(node.client)))
    const events = stored?.totals.stored ?? 0
    expect(await faultsOfRows(loads, sql => cluster.select(sql))).toEqual([])
    expect(await cluster.select('SELECT count(), sum(count) FROM millrace.events')).toEqual([
      [events, events],
    ])
    for (const { client } of nodes)
      expect(await client.count('number')).toEqual({ events, occurrences: events })
    await until('all events at watchers', () => watchers.every(({ last }) => last === events))
    expect(wrongAnswers()).toEqual([])
    console.log(`${events} events; refused meanwhile:`, Object.fromEntries(prober.refusals))
  } finally {
    console.log(markdown())
    await Promise.allSettled(watchers.map(watcher => watcher.stop()))
  }
})

function markdown(): string {
  const head = [
    'fault',
    'longest time without an answer of any node',
    'of another node',
    'of the nodes concerned',
    'all answer after its end',
    'events sent a second',
  ]
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...table.map(line)].join('\n')
}
