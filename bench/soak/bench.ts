import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Client } from '../../scenarios/testing/client.ts'
import { LiveUpdates } from '../../scenarios/testing/live-updates.ts'
import { Millrace } from '../../scenarios/testing/millrace.ts'
import { cpuSeconds } from '../../scenarios/testing/process-group.ts'
import { settledLedger } from '../../scenarios/testing/service-ledger.ts'
import type { Dashboard } from '../../src/schema/dashboards/dashboard.ts'
import { machine, millis, quantile, table, whole } from '../figures.ts'
import { measureLatencies } from '../ingest/latency.ts'
import { runSender } from '../ingest/run-sender.ts'
import { dashboard } from '../page/dashboard.ts'
import { drawPlots } from './plot.ts'
import { askOthers } from './questions.ts'
import { type Held, lookAt } from './sample.ts'

const docs = fileURLToPath(new URL('../../docs/', import.meta.url))
const rate = 20_000
const sockets = 12
const pictureTitle = 'Resources of the service, minute by minute'
/** The caches fill before the first minute that counts. */
const warmUpSeconds = 30
const minute = 60

/** Observations of one minute: times in milliseconds. */
interface Minute extends Held {
  live: { p50: number; p99: number }
  question: { p50: number; p99: number }
  /** Lines that reached the websocket late or not at all, since its page has 100. */
  missing: number
  updates: number
  /** Processors used by the service. */
  processors: number
}

/**
 * `minutes` of even load, with a dashboard of twelve widgets open and questions asked meanwhile; writes
 * docs/soak.md and its picture.
 */
export async function benchSoak(minutes: number): Promise<void> {
  // The results are reported by thirds.
  if (minutes < 3) throw new RangeError('a soak takes at least 3 minutes')
  const millrace = await Millrace.start()
  // When the service ends, errors of its connections end this process: the last lines say why.
  const reportEnd = () => console.error(JSON.stringify(millrace.ended), millrace.output)
  process.once('exit', reportEnd)
  try {
    const client = new Client(millrace)
    const { hostname, port } = addressOf(millrace)
    const sending = runSender({
      ...{
        to: `tcp://${hostname}:${port}`,
        load: 'mixed',
        connections: 4,
        rate,
        first: 1,
        token: millrace.token,
      },
      seconds: minutes * minute + 2 * warmUpSeconds,
    })
    // A failure is reported where it is awaited.
    sending.catch(() => {})
    const watching = await watchDashboard(client)
    await measureLatencies(millrace, warmUpSeconds)
    const seen: Minute[] = []
    const started = performance.now()
    for (let at = 0; at < minutes; at++) {
      const before = { updates: watching.updates(), spent: cpuSeconds(millrace.pid), at: performance.now() }
      // In step with the sender: after its end, the probes alone would be a load.
      const deadline = started + (at + 1) * minute * 1_000
      const span = warmUpSeconds + at * minute
      const [latencies, asked] = await Promise.all([
        measureLatencies(millrace, (deadline - performance.now()) / 1_000),
        askOthers(client, span, deadline),
      ])
      const took = (performance.now() - before.at) / 1_000
      const one: Minute = {
        ...lookAt(millrace.pid, millrace.dataDir),
        live: spread(latencies.live.map(seconds => seconds * 1_000)),
        question: spread(asked),
        missing: latencies.missing,
        updates: (watching.updates() - before.updates) / took,
        processors: (cpuSeconds(millrace.pid) - before.spent) / took,
      }
      seen.push(one)
      console.log(JSON.stringify(one))
    }
    const sent = await sending
    await watching.close()
    const { totals } = await settledLedger(client)
    if (totals.received < sent.events)
      throw new Error(`${sent.events} were sent, ${totals.received} received`)
    writeReport(seen, sent.events)
    process.off('exit', reportEnd)
  } finally {
    await millrace.remove()
  }
}

function addressOf(millrace: Millrace): { hostname: string; port: number } {
  const { host, port } = millrace.address('syslog_tcp')
  return { hostname: host, port }
}

function spread(times: readonly number[]): { p50: number; p99: number } {
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

async function watchDashboard(client: Client) {
  const answer = await client.post('/api/dashboards', dashboard)
  if (answer.status !== 201) throw new Error(`A dashboard was answered ${answer.status}`)
  // The shape of this route, which the API tests check.
  const { id } = (await answer.json()) as Dashboard
  let updates = 0
  const open = () => LiveUpdates.open(client, ['dashboard', id], () => updates++)
  const watching = await Promise.all(Array.from({ length: sockets }, open))
  return {
    updates: () => updates,
    close: async () => {
      for (const one of watching) await one.close()
    },
  }
}

function writeReport(seen: readonly Minute[], events: number): void {
  const curve = (name: string, of: (minute: Minute) => number) => ({ name, values: seen.map(of) })
  const plots = [
    {
      title: 'Resident memory, MB',
      curves: [
        curve('main process', ({ main }) => main / 1e6),
        curve('engine, without its library', ({ engine }) => engine / 1e6),
        curve('all processes', ({ all }) => all / 1e6),
      ],
    },
    { title: 'Open file handles', curves: [curve('all processes', ({ handles }) => handles)] },
    { title: 'Parts on disk', curves: [curve('all tables', ({ parts }) => parts)] },
    {
      title: 'A line over TCP until a live search shows it, ms',
      curves: [curve('p50', ({ live }) => live.p50), curve('p99', ({ live }) => live.p99)],
    },
    {
      title: 'A new query, ms',
      curves: [curve('p50', ({ question }) => question.p50), curve('p99', ({ question }) => question.p99)],
    },
    { title: 'Processors', curves: [curve('the service', ({ processors }) => processors)] },
  ]
  mkdirSync(`${docs}images`, { recursive: true })
  writeFileSync(`${docs}images/soak.svg`, drawPlots(pictureTitle, plots))
  const third = Math.floor(seen.length / 3)
  const rows = plots.flatMap(({ title, curves }) =>
    curves.map(({ name, values }) => [
      `${title}: ${name}`,
      ...[values.slice(0, third), values.slice(third, -third), values.slice(-third)].map(part =>
        millis(quantile(part, 0.5)),
      ),
      millis(quantile(values, 1)),
    ]),
  )
  const text = `# Hours under load

Written by \`npm run bench -- soak --minutes ${seen.length}\` on ${new Date().toISOString().slice(0, 10)}, ${machine()}: ${whole(rate)} events/s over syslog TCP, ${sockets} websockets on a dashboard of ${dashboard.widgets.length} widgets, and one new query a second over one to ten minutes anywhere in the stored events. ${whole(events)} events were sent; all of them are in the ledger, which balances, and in the store. ${whole(seen.reduce((sum, { missing }) => sum + missing, 0))} lines did not appear in the live search within half a minute.

![${pictureTitle}](images/soak.svg)

${table([['', 'first third, median', 'second third', 'last third', 'most'], ...rows])}
`
  writeFileSync(`${docs}soak.md`, text)
  console.log('docs/soak.md has the figures')
}
