import { execFile } from 'node:child_process'
import { loadavg } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from '../../scenarios/testing/client.ts'
import type { Millrace } from '../../scenarios/testing/millrace.ts'
import { residentBytes } from '../../scenarios/testing/process-group.ts'
import type { ExportFormat } from '../../src/schema/reports/export-format.ts'
import { megabytes, millis, quantile, table, whole } from '../figures.ts'
import { days, withFilled } from '../filled.ts'
import { askShort, warmUp } from '../short-questions.ts'

const run = promisify(execFile)
const taker = fileURLToPath(new URL('taker.ts', import.meta.url))
const events = 1_000_000
const restMillis = 10_000
/** Short questions run this long without an export, and at least as long with exports of each format. */
const aloneMillis = 30_000
const memoryMillis = 50
const formats: readonly ExportFormat[] = ['csv', 'json', 'xlsx']

/** An export as its client sees it. */
interface Taken {
  seconds: number
  bytes: number
}

/**
 * A million events exported from the running product over HTTP, first on their own, then while short
 * questions run all the time. The client that takes the file is another process on the same machine.
 */
export async function benchProductExports(): Promise<string> {
  const load = loadavg()[0] ?? Number.NaN
  return await withFilled({ events }, async (millrace, { end }) => {
    const client = new Client(millrace)
    const time_range = { ts_from: end - days * 86_400, ts_to: end }
    const { id, rest } = await atRest(client, millrace, time_range)
    const address = (format: ExportFormat) => `${client.url}/api/query/${id}/export?ftype=${format}`
    const quiet: string[][] = []
    for (const format of formats) quiet.push(await exportedAlone(millrace, address(format), format, rest))
    await warmUp(client, end)
    const alone = await askShort(client, end, setTimeout(aloneMillis))
    const busy: string[][] = []
    for (const format of formats) {
      const taken = takeFor(aloneMillis, address(format), millrace.token)
      const short = await askShort(client, end, taken)
      const seconds = await taken
      const [p50, p99] = [quantile(short, 0.5), quantile(short, 0.99)]
      const ratio = (p99 / quantile(alone, 0.99)).toFixed(1)
      busy.push([format, seconds.toFixed(1), whole(events / seconds), millis(p50), millis(p99), ratio])
    }
    return [
      `${whole(events)} events with two tags each from GET /api/query/{qid}/export (load of the machine before: ${load.toFixed(1)}). Memory: all processes together (resident, shared pages counted in each), sampled every ${memoryMillis} ms, at most above rest: ${megabytes(rest)} ${restMillis / 1_000} s after a person has logged in and had answers to a Search, a TopN and an EventRate, before the first export.`,
      table([['format', 'seconds', 'rows/s', 'size', 'memory above rest'], ...quiet]),
      `One export after the other for ${aloneMillis / 1_000} s at least, while somebody asks ten short questions a second, each of which was asked before. Without an export: p50 ${millis(quantile(alone, 0.5))} ms, p99 ${millis(quantile(alone, 0.99))} ms, of ${alone.length} questions.`,
      table([
        ['format', 'seconds', 'rows/s', 'short p50 ms', 'short p99 ms', 'p99 / without an export'],
        ...busy,
      ]),
    ].join('\n\n')
  })
}

/** Asks typical questions, then waits. Returns the query to export, and the service's memory at rest. */
async function atRest(
  client: Client,
  { pid, password }: Millrace,
  time_range: object,
): Promise<{ id: string; rest: number }> {
  const { status } = await client.post('/api/login', { username: 'admin', password })
  if (status !== 200) throw new Error(`the login was answered ${status}`)
  const { query_id } = await client.query('Search', { time_range })
  await client.query('TopN', { time_range, field: 'host' })
  await client.query('EventRate', { time_range })
  await setTimeout(restMillis)
  return { id: `${query_id}`, rest: residentBytes(pid) }
}

async function exportedAlone(
  { pid, token }: Millrace,
  address: string,
  format: ExportFormat,
  rest: number,
): Promise<string[]> {
  let most = rest
  const watch = setInterval(() => {
    most = Math.max(most, residentBytes(pid))
  }, memoryMillis)
  const { seconds, bytes } = await take(address, token).finally(() => clearInterval(watch))
  return [format, seconds.toFixed(1), whole(events / seconds), megabytes(bytes), megabytes(most - rest)]
}

async function take(address: string, token: string): Promise<Taken> {
  const since = performance.now()
  const { stdout } = await run(process.execPath, [taker, address, token])
  return { bytes: Number(stdout), seconds: (performance.now() - since) / 1_000 }
}

/** Downloads the file repeatedly for this many milliseconds; returns the average seconds per download. */
async function takeFor(millis: number, address: string, token: string): Promise<number> {
  const since = performance.now()
  const seconds: number[] = []
  while (performance.now() - since < millis) seconds.push((await take(address, token)).seconds)
  return seconds.reduce((sum, some) => sum + some, 0) / seconds.length
}
