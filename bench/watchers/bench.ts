import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from '../../scenarios/testing/client.ts'
import { Millrace } from '../../scenarios/testing/millrace.ts'
import { cpuSeconds, residentBytes } from '../../scenarios/testing/process-group.ts'
import type { Dashboard } from '../../src/schema/dashboards/dashboard.ts'
import { megabytes, table, whole } from '../figures.ts'
import type { Connected, Lag, Watched, WatchOrder } from './order.ts'
import { widgets } from './widgets.ts'

const connections = 1_000
const rate = 2_000
const program = fileURLToPath(new URL('../watchers.ts', import.meta.url))
const restMillis = 10_000
/** Memory is measured after this many seconds of the load, or after a third of it, and again at its end. */
const earlySeconds = 20
/** Extra time beyond the watchers' own. */
const graceSeconds = 120

/** Resident bytes of all processes of the service. */
interface Memory {
  title: string
  bytes: number
}

/** Many watchers of one dashboard while events arrive; returns its part of bench/results.md. */
export async function benchWatchers(seconds: number): Promise<string> {
  const millrace = await Millrace.start({ MILLRACE_WEBSOCKETS_PER_USER: String(connections) })
  try {
    const client = new Client(millrace)
    const made = await dashboard(client)
    await setTimeout(restMillis)
    const memory: Memory[] = []
    const look = (title: string) => memory.push({ title, bytes: residentBytes(millrace.pid) })
    look('before')

    const order: WatchOrder = {
      url: client.url,
      token: millrace.token,
      syslog: millrace.address('syslog_tcp'),
      dashboard: made.id,
      widgets: made.widgets.map(({ id }) => id),
      connections,
      seconds,
      rate,
    }
    const { connected, over } = watch(order)
    await connected
    look(`${whole(connections)} watchers connected`)
    const before = await spent(client, millrace)
    const early = Math.min(earlySeconds, Math.ceil(seconds / 3))
    await setTimeout(early * 1_000)
    look(`after ${early} s`)
    await setTimeout((seconds - early) * 1_000)
    look(`after ${seconds} s`)
    const after = await spent(client, millrace)
    const service = { computed: after.computed - before.computed, cpu: after.cpu - before.cpu }
    return report(await over, service, seconds, memory)
  } finally {
    await millrace.remove()
  }
}

async function dashboard(client: Client): Promise<Dashboard> {
  const answer = await client.post('/api/dashboards', {
    title: 'of the benchmark',
    config: { time_range: { preset: 'last_1_hours' } },
    widgets: widgets.map(({ type, config }) => ({ type, config })),
  })
  if (answer.status !== 201)
    throw new Error(`A dashboard was answered ${answer.status}: ${await answer.text()}`)
  // The shape of this route, which the API tests check.
  return (await answer.json()) as Dashboard
}

/** Resources that the service has used since its start. */
interface Spent {
  /** Number of computed evaluations. */
  computed: number
  /** CPU seconds. */
  cpu: number
}

async function spent(client: Client, { pid }: Millrace): Promise<Spent> {
  const answer = await client.get('/api/monitor/queries')
  // The shape of this route, which the API tests check.
  const { computations } = (await answer.json()) as { computations: number }
  return { computed: computations, cpu: cpuSeconds(pid) }
}

/** Starts the process of the watchers. */
function watch(order: WatchOrder): { connected: Promise<Connected>; over: Promise<Watched> } {
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: (order.seconds + graceSeconds) * 1_000,
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ended = once(child, 'close')
  const line = async (): Promise<string> => {
    const { value } = await lines.next()
    if (value === undefined) throw new Error(`The watchers ended with ${(await ended)[0]}`)
    return value
  }
  // Its two lines of output; see order.ts.
  const connected = line().then(text => JSON.parse(text) as Connected)
  const over = connected.then(line).then(text => JSON.parse(text) as Watched)
  // The first waiter reports the failure.
  over.catch(() => {})
  return { connected, over }
}

function report(
  watched: Watched,
  { computed, cpu: own }: Spent,
  seconds: number,
  memory: readonly Memory[],
): string {
  const { events, updates, bytes, lags, all, behind, cpu } = watched
  const row = (title: string, { p50, p99, most }: Lag) => [
    title,
    ...[p50, p99, most].map(millis => `${(millis / 1_000).toFixed(2)} s`),
  ]
  const perWidget = computed / widgets.length
  return [
    `${whole(connections)} websockets, each subscribed to one dashboard of ${widgets.length} widgets, while ${whole(rate)} events/s come in over TCP for ${seconds} s ` +
      `(${whole(events)} events). The watchers and the sender are one process of their own, which took ${(cpu / seconds).toFixed(2)} cores; the service took ${(own / seconds).toFixed(2)}.`,
    'Lag: from the write of an event to the socket until a watcher has the first update of a widget that counts it (of "Heard last": that is as new). ' +
      'Counted of every event, for every widget of every watcher.',
    table([
      ['widget', 'p50', 'p99', 'longest'],
      ...widgets.map(({ type, config }, i) =>
        row(`${type} ${config.title}`, lags[i] ?? { p50: Number.NaN, p99: Number.NaN, most: Number.NaN }),
      ),
      row('all', all),
    ]),
    `Evaluations: ${whole(computed)} in ${seconds} s, ${(perWidget / seconds).toFixed(2)} a widget and second, ` +
      `for ${whole(updates)} updates (${whole(updates / seconds)}/s, ${megabytes(bytes / seconds)}/s): ${whole(updates / Math.max(1, computed))} watchers told by each.`,
    table([
      ['resident memory of all processes of the service', ''],
      ...memory.map(({ title, bytes: resident }) => [title, megabytes(resident)]),
    ]),
    ...(behind > 0 ? [`${whole(behind)} widgets of watchers did not show all events in the end.`] : []),
  ].join('\n\n')
}
