import { setTimeout as sleep } from 'node:timers/promises'
import { Cluster } from '../../scenarios/testing/cluster.ts'
import { treeSeconds } from '../../scenarios/testing/process-group.ts'
import { emptyDatabase } from '../../scripts/testing/postgres-server.ts'
import { table } from '../figures.ts'
import { callsOf, countingSettings, locksIn, StatementCounter } from './statement-counts.ts'

const nodeCount = 2
/** After the start: reads of stored names, the first clean-up. */
const settleSeconds = 20
/** At least: some work runs once a minute. */
const minSeconds = 60
const shown = 12
const maxTextLength = 90

/** What nodes that get no events and no requests ask of PostgreSQL; returns its part of bench/results.md. */
export async function benchIdleNodes(seconds: number): Promise<string> {
  const span = Math.max(minSeconds, seconds)
  const cluster = await Cluster.start({ nodes: nodeCount, postgres: countingSettings })
  const counter = await StatementCounter.open(cluster.postgres.address.replace('DATABASE', emptyDatabase))
  try {
    await sleep(settleSeconds * 1_000)
    const spentBefore = treeSeconds(cluster.postgres.pid)
    await counter.reset()
    await sleep(span * 1_000)
    const counts = await counter.read()
    const spent = treeSeconds(cluster.postgres.pid) - spentBefore
    const perNode = (number: number) => (number / span / nodeCount).toFixed(2)
    const rows = counts
      .slice(0, shown)
      .map(({ text, calls, rows }) => [shortened(text), perNode(calls), perNode(rows)])
    return [
      `${nodeCount} nodes on one PostgreSQL and one ClickHouse server, without events and requests, for ${span} s. For each node and second: ${perNode(locksIn(counts))} transactions with the lock of the writers, ${perNode(callsOf(counts))} statements in all, ${((spent / span / nodeCount) * 1_000).toFixed(1)} ms of processor time of PostgreSQL. The most frequent statements, for each node and second:`,
      table([['statement', 'calls', 'rows'], ...rows]),
    ].join('\n\n')
  } finally {
    await counter.close()
    await cluster.remove()
  }
}

/** A statement on one line, for a cell of a table. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('|', '\\|')
  return `\`${line.length > maxTextLength ? `${line.slice(0, maxTextLength)}…` : line}\``
}
