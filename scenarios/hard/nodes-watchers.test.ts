import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Dashboard } from '../../src/schema/dashboards/dashboard.ts'
import { Client, matching } from '../testing/client.ts'
import { Cluster } from '../testing/cluster.ts'
import { RoundRobin } from '../testing/round-robin.ts'
import { until } from '../testing/until.ts'

/** WATCHERS=1000 for an idle machine. */
const watcherCount = Number(process.env.WATCHERS ?? 60)
const openAtOnce = 50
const nodeCount = 3
const rounds = 3
/** A fixed range, so that only events cause a new computation; each widget has a different query. */
const now = Math.floor(Date.now() / 1_000)
const range = { time_range: { ts_from: now - 3_600, ts_to: now + 3_600 }, ...matching('watched') }
const widgets = ['host', 'program', 'message', 'severity'].flatMap(field =>
  [5, 6, 7].map(limit => ({ type: 'TopN', config: { title: `${field} ${limit}`, field, limit, ...range } })),
)

let cluster: Cluster
let proxy: RoundRobin
let client: Client
beforeAll(async () => {
  cluster = await Cluster.start({
    nodes: nodeCount,
    settings: { MILLRACE_WEBSOCKETS_PER_USER: String(Math.max(100, watcherCount)) },
  })
  proxy = await RoundRobin.start(cluster.nodes.map(({ url }) => url))
  client = new Client({ url: proxy.url, token: cluster.first.token })
})
afterAll(async () => {
  await proxy?.close()
  await cluster?.remove()
})

/** A websocket that is subscribed to a dashboard. */
class Watcher {
  /** The last shown sum of all values, by widget. */
  readonly sums = new Map<number, number>()
  readonly #socket: WebSocket

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', bytes => {
      const [kind, body] = JSON.parse(String(bytes))
      if (kind !== 'widget-update') return
      const values: { count: number }[] = body.data.results.totals?.values ?? []
      this.sums.set(
        body.widget_id,
        values.reduce((sum, { count }) => sum + count, 0),
      )
    })
  }

  static async open({ url, headers }: Client, dashboard: number): Promise<Watcher> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/live-updates`, {
      headers: { ...headers },
      perMessageDeflate: false,
    })
    await once(socket, 'open')
    const watcher = new Watcher(socket)
    socket.send(JSON.stringify(['subscribe', 'dashboard', dashboard]))
    return watcher
  }

  /** Whether every widget shows this many events. */
  shows(events: number): boolean {
    return this.sums.size === widgets.length && [...this.sums.values()].every(sum => sum === events)
  }

  close(): void {
    this.#socket.terminate()
  }
}

/** Evaluations in memory of each node, and how often they were computed. */
async function activities(): Promise<{ evaluations: number; computations: number }[]> {
  return await Promise.all(
    cluster.clients.map(async node => {
      const answer = await node.get('/api/monitor/queries')
      // The shape of this route, which the API tests check.
      return (await answer.json()) as { evaluations: number; computations: number }
    }),
  )
}

test('each node evaluates a widget once for all who watch it there', async () => {
  const answer = await client.post('/api/dashboards', { title: 'watched', widgets })
  // The shape of this route, which the API tests check.
  const { id } = (await answer.json()) as Dashboard
  const watchers: Watcher[] = []
  while (watchers.length < watcherCount) {
    const more = Math.min(openAtOnce, watcherCount - watchers.length)
    watchers.push(...(await Promise.all(Array.from({ length: more }, () => Watcher.open(client, id)))))
  }
  const all = (events: number) =>
    until(`${events} events at each watcher`, () => watchers.every(one => one.shows(events)))
  await all(0)
  const before = await activities()
  expect(before.map(({ evaluations }) => evaluations)).toEqual(Array(nodeCount).fill(widgets.length))
  for (let sent = 1; sent <= rounds; sent++) {
    const event = { host: 'fw-1', program: 'link', message: 'watched', priority: 11 }
    expect(await client.send([{ ...event, ts: now + sent }])).toBe(200)
    await all(sent)
  }
  const after = await activities()
  expect(after.map(({ evaluations }) => evaluations)).toEqual(Array(nodeCount).fill(widgets.length))
  const computed = after.map(({ computations }, at) => computations - (before[at]?.computations ?? 0))
  console.log(
    `${watcherCount} watchers, ${widgets.length} widgets, ${rounds} events: computed ${computed} times`,
  )
  for (const times of computed) expect(times).toBeLessThanOrEqual(rounds * widgets.length)
  for (const one of watchers) one.close()
})
