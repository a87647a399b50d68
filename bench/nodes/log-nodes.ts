import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { emptyDatabase, startServer } from '../../scripts/testing/postgres-server.ts'
import { millis, quantile, table, whole } from '../figures.ts'
import { LogSampler } from './log-sampler.ts'
import type { LogReport } from './log-writers.ts'
import { callsOf, countingSettings, StatementCounter } from './statement-counts.ts'

const program = fileURLToPath(new URL('./log-writers.ts', import.meta.url))
const nodeCounts = [10, 40, 100] as const
const nodesOfProcess = 25
/** Events a second of each node: 5 million of 100 nodes. */
const eventsOfNode = 50_000
/** How long a server takes to store a file: see docs/cluster.md, "What it costs". */
const insertMs = 40
const settleSeconds = 8
const settings = {
  ...countingSettings,
  max_connections: '600',
  autovacuum: 'on',
  max_wal_size: '1GB',
  // The sampler looks for names in statements.
  track_activity_query_size: '16384',
}

/** The log of appends that many nodes write and read; returns its part of bench/results.md. */
export async function benchLogNodes(seconds: number): Promise<string> {
  const rows: string[][] = []
  for (const nodes of nodeCounts) {
    const row = await measure(nodes, seconds)
    console.log(row.join(' | '))
    rows.push(row)
  }
  const head = ['nodes', 'writes of the log/s', 'reads/s', 'entries/s', 'entries read/s', 'notified reads/s']
  const costs = ['writers', 'readers', 'rest of PostgreSQL', 'nodes', 'lock held', 'writers that wait']
  const times = ['begin', 'end', 'lag p50', 'lag p99', 'until readable', 'batches listed']
  return [
    `Nodes that only append, in processes of ${nodesOfProcess}, with the delivery, the log and its follower as in a service, on one PostgreSQL that does not sync. Each gets ${whole(eventsOfNode)} events/s over TCP, and each insert takes ${insertMs} ms and stores nothing. For ${seconds} s; writers, readers, rest and nodes as shares of one core, times in ms (medians, unless they say otherwise):`,
    table([[...head, ...costs, ...times], ...rows]),
    'Lock held: share of samples in which a statement had the lock of the log. Lag: from the call of `end` until every node has applied it. End, until readable: from the call of `end`, and from the cut of a file, until its own node has applied its end. Batches listed: by a read as of a second ago; few here, since all inserts take equally long.',
  ].join('\n\n')
}

async function measure(nodes: number, seconds: number): Promise<string[]> {
  const server = await startServer(settings)
  const address = server.address.replace('DATABASE', emptyDatabase)
  const children: ChildProcess[] = []
  const counter = await StatementCounter.open(address)
  const sampler = await LogSampler.open(address)
  try {
    for (let first = 1; first <= nodes; first += nodesOfProcess) {
      const count = Math.min(nodesOfProcess, nodes - first + 1)
      const words = [address, first, count, eventsOfNode, insertMs].map(String)
      const child = fork(program, words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
      children.push(child)
      await once(child, 'message')
    }
    await sleep(settleSeconds * 1_000)
    await Promise.all(children.map(reportOf))
    await counter.reset()
    const startedAt = performance.now()
    const spent = await sampler.start()
    await sleep(seconds * 1_000)
    const reports = await Promise.all(children.map(reportOf))
    const span = (performance.now() - startedAt) / 1_000
    const shares = await spent(span)
    const counts = await counter.read()
    const callsWith = (text: string) => callsOf(counts.filter(count => count.text.includes(text)))
    const read = counts.filter(({ text }) => text.includes('as known, l.position'))
    const waits = waitsOf(reports, nodes)
    const files = reports.reduce((sum, report) => sum + report.files, 0)
    const perSecond = (number: number) => whole(number / span)
    const middle = (key: 'begins' | 'ends' | 'waits') =>
      millis(
        quantile(
          reports.flatMap(each => each[key]),
          0.5,
        ),
      )
    const nodeSeconds = reports.reduce((sum, report) => sum + report.cpuSeconds, 0)
    return [
      String(nodes),
      perSecond(callsWith('append_log_turn')),
      perSecond(callsOf(read)),
      perSecond(2 * files),
      perSecond(read.reduce((sum, { rows }) => sum + rows, 0)),
      perSecond(reports.reduce((sum, { notified }) => sum + notified, 0)),
      ...[shares.writers, shares.readers, shares.rest, nodeSeconds / span].map(percent),
      percent(shares.held),
      shares.waiting.toFixed(1),
      middle('begins'),
      middle('ends'),
      millis(quantile(waits, 0.5)),
      millis(quantile(waits, 0.99)),
      middle('waits'),
      whole(
        quantile(
          reports.flatMap(({ listed }) => listed),
          0.5,
        ),
      ),
    ]
  } finally {
    await Promise.all(children.map(end))
    await sampler.close()
    await counter.close()
    await server.stop()
  }
}

/** Milliseconds from the end of each file to the moment at which all nodes had applied it. */
function waitsOf(reports: readonly LogReport[], nodes: number): number[] {
  const seen = new Map<number, { at: number; nodes: number }>()
  for (const report of reports) {
    for (const [batch, at, count] of report.seen) {
      const known = seen.get(batch) ?? { at: 0, nodes: 0 }
      seen.set(batch, { at: Math.max(known.at, at), nodes: known.nodes + count })
    }
  }
  return reports.flatMap(({ ended }) =>
    ended.flatMap(([batch, endedAt]) => {
      const found = seen.get(batch)
      return found?.nodes === nodes ? [found.at - endedAt] : []
    }),
  )
}

async function reportOf(child: ChildProcess): Promise<LogReport> {
  const answer = once(child, 'message')
  child.send('report')
  const [report] = await answer
  // Sent by log-writers.ts.
  return report as LogReport
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
