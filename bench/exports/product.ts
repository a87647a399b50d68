import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from '../../scenarios/testing/client.ts'
import { Millrace } from '../../scenarios/testing/millrace.ts'
import { residentBytes } from '../../scenarios/testing/process-group.ts'
import type { ExportFormat } from '../../src/schema/export-format.ts'
import { openEmbeddedStore } from '../../src/storage/embedded/open.ts'
import { fillStore } from '../corpus.ts'
import { megabytes, millis, quantile, table, whole } from '../figures.ts'
import { askShort } from '../short-questions.ts'

const run = promisify(execFile)
const taker = fileURLToPath(new URL('taker.ts', import.meta.url))
const events = 1_000_000
const days = 7
const restMillis = 15_000
const aloneMillis = 20_000
const memoryMillis = 100
const formats: readonly ExportFormat[] = ['csv', 'json', 'xlsx']

/**
 * A million events out of the running product over HTTP, while somebody else asks short questions all the time: an hour's rate,
 * the busiest hosts, the newest page. The client that takes the file is another process of the same machine.
 */
export async function benchProductExports(): Promise<string> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'millrace-bench-'))
  const end = Math.floor(Date.now() / 1_000) - 60
  try {
    const folder = path.join(dataDir, 'events')
    const store = await openEmbeddedStore({ folder, window: 60, retentionDays: 30, log: console.error })
    await fillStore(store, events, days, end)
    await store.close()
    const millrace = await Millrace.start({ MILLRACE_DATA_DIR: dataDir })
    const client = new Client(millrace)
    await setTimeout(restMillis)
    const rest = residentBytes(millrace.pid)
    const time_range = { ts_from: end - days * 86_400, ts_to: end }
    const { query_id } = await client.query('Search', { time_range })
    const alone = await askShort(client, end, setTimeout(aloneMillis))
    const asked = residentBytes(millrace.pid)
    const rows: string[][] = []
    for (const format of formats) rows.push(await exported(client, millrace, `${query_id}`, format, end))
    await millrace.stop()
    return [
      `${whole(events)} events from GET /api/query/{qid}/export, somebody asking ten short questions a second meanwhile (alone: p50 ${millis(quantile(alone, 0.5))} ms, p99 ${millis(quantile(alone, 0.99))} ms). Memory: all processes together, above what they held just before that export: ${megabytes(asked)} before the first, when they had answered questions for ${aloneMillis / 1_000} s (${megabytes(rest)} before the first question).`,
      table([
        ['format', 'seconds', 'rows/s', 'size', 'memory', 'short p50 ms', 'short p99 ms', 'p99 / alone'],
        ...rows.map(row => [...row, (Number(row.at(-1)) / quantile(alone, 0.99)).toFixed(1)]),
      ]),
    ].join('\n\n')
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function exported(
  client: Client,
  { pid, token }: Millrace,
  id: string,
  format: ExportFormat,
  end: number,
): Promise<string[]> {
  const rest = residentBytes(pid)
  let most = rest
  const watch = setInterval(() => {
    most = Math.max(most, residentBytes(pid))
  }, memoryMillis)
  const since = performance.now()
  const taken = take(`${client.url}/api/query/${id}/export?ftype=${format}`, token)
  const short = await askShort(client, end, taken)
  clearInterval(watch)
  const { bytes, at } = await taken
  const seconds = (at - since) / 1_000
  return [
    format,
    seconds.toFixed(1),
    whole(events / seconds),
    megabytes(bytes),
    megabytes(most - rest),
    millis(quantile(short, 0.5)),
    millis(quantile(short, 0.99)),
  ]
}

async function take(address: string, token: string): Promise<{ bytes: number; at: number }> {
  const { stdout } = await run(process.execPath, [taker, address, token])
  return { bytes: Number(stdout), at: performance.now() }
}
