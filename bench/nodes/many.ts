import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { treeSeconds } from '../../scenarios/testing/process-group.ts'
import { emptyDatabase, startServer } from '../../scripts/testing/postgres-server.ts'
import { table } from '../figures.ts'
import { callsOf, countingSettings, locksIn, StatementCounter } from './statement-counts.ts'

const program = fileURLToPath(new URL('./light-nodes.ts', import.meta.url))
const nodeCounts = [10, 100] as const
const nodesOfProcess = 25
const settleSeconds = 15
const maxSeconds = 60

/** What light nodes (light-nodes.ts) ask of one PostgreSQL; returns a part of bench/results.md. */
export async function benchManyNodes(seconds: number): Promise<string> {
  const rows: string[][] = []
  for (const nodes of nodeCounts) rows.push(await measure(nodes, Math.min(seconds, maxSeconds)))
  const head = ['nodes', 'locks of the writers/s', 'statements/s', 'rows/s', 'PostgreSQL, share of one core']
  return [
    'Nodes without ingest and store, in processes of 25, with metadata, beats, reports and actions as in a service, on one PostgreSQL that does not sync. Without requests:',
    table([head, ...rows]),
  ].join('\n\n')
}

async function measure(nodes: number, seconds: number): Promise<string[]> {
  const server = await startServer({ ...countingSettings, max_connections: '600' })
  const address = server.address.replace('DATABASE', emptyDatabase)
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-light-'))
  const children: ChildProcess[] = []
  const counter = await StatementCounter.open(address)
  try {
    for (let first = 0; first < nodes; first += nodesOfProcess) {
      const count = Math.min(nodesOfProcess, nodes - first)
      const words = [program, address, folder, String(first), String(count)]
      const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
      children.push(child)
      if (child.stdout !== null) await once(child.stdout, 'data')
    }
    await sleep(settleSeconds * 1_000)
    const before = treeSeconds(server.pid)
    await counter.reset()
    await sleep(seconds * 1_000)
    const counts = await counter.read()
    const share = (treeSeconds(server.pid) - before) / seconds
    const read = counts.reduce((sum, { rows }) => sum + rows, 0)
    const perSecond = [locksIn(counts), callsOf(counts), read].map(number => (number / seconds).toFixed(1))
    return [String(nodes), ...perSecond, `${(share * 100).toFixed(1)} %`]
  } finally {
    await Promise.all(children.map(end))
    rmSync(folder, { recursive: true, force: true })
    await counter.close()
    await server.stop()
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
